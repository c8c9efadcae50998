/** Puts the app of a company on the home screen, where its contact person takes photos. Not before somebody is signed in. */
export function offerInstalling() {
  const links = { manifest: '/app.webmanifest', 'apple-touch-icon': '/app-icon-192.png' }
  for (const [rel, href] of Object.entries(links)) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  }
}

/** Once the page has what it needs itself. */
const startAfter = 3_000

/** Lets the app of a company open without a network (public/app-worker.js). Nobody else gets this worker. */
export function keepAppForOffline(): () => void {
  const timer = setTimeout(() => void installWorker().catch(() => undefined), startAfter)
  return () => clearTimeout(timer)
}

/** A private window, or a lost network: the app works, it only cannot be opened anew without one. */
async function installWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !navigator.onLine) return
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/app-worker.js')
  // The newest gets the work: an older one that is busy would keep it from taking over.
  await registration?.update().catch(() => undefined)
  const worker = registration?.installing ?? registration?.waiting ?? registration?.active
  worker?.postMessage('keep the app')
}
