// Who sits where, as the page calls them.

/** @typedef {import("signalbox-client").TableSeat} TableSeat */

/** @param {TableSeat} seat */
export const nameOf = (seat) => seat.player ?? seat.bot ?? `#${seat.seat + 1}`;

/** The names by seat; twins are told apart by a number. @param {{ seats: TableSeat[] }} game @returns {string[]} */
export function playersOf({ seats }) {
  const names = seats.map(nameOf);
  return names.map((name, at) => {
    const nth = names.slice(0, at + 1).filter((one) => one === name).length;
    return names.filter((one) => one === name).length > 1 ? `${name} ${nth}` : name;
  });
}
