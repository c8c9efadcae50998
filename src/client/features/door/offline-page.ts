import { openDetector } from './scanning/detector.ts'

const worker = '/door-worker.js'

/**
 * Makes the door page open offline: installs its worker and passes it the page's files. All other pages come from the
 * network.
 */
export async function keepForOffline(shortCode: string) {
  offerInstalling()
  if (!('serviceWorker' in navigator) || !navigator.onLine) return
  try {
    // Lazy chunks belong to the page too, above all the code reader.
    await Promise.all([
      openDetector(),
      navigator.serviceWorker.register(worker, { scope: '/e/' }),
      document.fonts.ready,
    ])
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ keep: { page: `/e/${shortCode}`, files: loadedFiles() } })
  } catch {
    // Ignore failures, for instance in a private window: only opening offline is lost.
  }
}

function loadedFiles(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const built = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  return [...new Set([...built.map(({ pathname }) => pathname), '/theme.js', '/favicon.svg', '/door.webmanifest'])]
}

/** Offers installing for the door only: an icon that opens the registration form would be useless. */
function offerInstalling() {
  const links = { manifest: '/door.webmanifest', 'apple-touch-icon': '/door-icon-192.png' }
  for (const [rel, href] of Object.entries(links)) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  }
}
