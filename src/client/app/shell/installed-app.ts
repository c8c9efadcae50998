/** Offers to install a company's app, for photos on the go. Called after the sign-in only. */
export function offerInstalling() {
  const links = { manifest: '/app.webmanifest', 'apple-touch-icon': '/app-icon-192.png' }
  for (const [rel, href] of Object.entries(links)) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  }
}

/** Delay, so that the page loads its files first. */
const startAfter = 3_000

/** Registers the worker that opens a company's app offline (public/app-worker.js); other roles do not get it. */
export function keepAppForOffline(): () => void {
  const timer = setTimeout(() => void installWorker().catch(() => undefined), startAfter)
  return () => clearTimeout(timer)
}

/** Ignore failures, for instance in a private window: only opening offline is lost. */
async function installWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !navigator.onLine) return
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/app-worker.js')
  // Message the newest worker: a busy older one would delay its activation.
  await registration?.update().catch(() => undefined)
  const worker = registration?.installing ?? registration?.waiting ?? registration?.active
  worker?.postMessage('keep the app')
}
