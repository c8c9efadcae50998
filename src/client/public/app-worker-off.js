// Served as app-worker.js when OFFLINE_APP is off: deletes the caches and unregisters itself.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(takeAway()))
// A new registration by an open page cancels the removal; such a page also sends a message.
self.addEventListener('message', (event) => event.waitUntil(takeAway()))

async function takeAway() {
  for (const name of await caches.keys()) if (name.startsWith('app-page-')) await caches.delete(name)
  await self.registration.unregister()
}
