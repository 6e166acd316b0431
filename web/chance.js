// The reader's share in the chance of a game, which is given once the server has shown its own half (docs/fairness.md).

const BYTES = 16;

/** At random: nobody else can choose the deal then. */
export function share() {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(BYTES)));
  return { client_seed: bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("") };
}
