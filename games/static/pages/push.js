// Subscribes this browser: asks its push service for an address, and sends that with the form.
const form = document.getElementById("subscribe");
const status = document.getElementById("subscribe-status");
const { key, worker, unsupported, denied, failed } = form.dataset;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return denied;
  await navigator.serviceWorker.register(worker);
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const subscription = await registration.pushManager.subscribe(options);
  form.elements.subscription.value = JSON.stringify(subscription);
  form.submit();
  return "";
}

if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = "";
    status.textContent = await subscribe().catch((error) => `${failed} (${error.message})`);
  });
} else {
  status.textContent = unsupported;
}
