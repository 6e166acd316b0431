// Shows the notices that this server pushes to the browser, also while no page of it is open.
const NO_MORE = { en: "No more of these", pl: "Nie pokazuj więcej" };

self.addEventListener("push", (event) => {
  const { title, body, tag, url, language, unsubscribe } = event.data.json();
  const actions = [{ action: "unsubscribe", title: NO_MORE[language] }];
  const options = { body, tag, lang: language, actions, data: { url, unsubscribe } };
  event.waitUntil(self.registration.showNotification(title, options));
});

// The link asks once more, and needs no sign-in.
self.addEventListener("notificationclick", (event) => {
  const { url, unsubscribe } = event.notification.data;
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.action === "unsubscribe" ? unsubscribe : url));
});
