import { openDetector } from './scanning/detector.ts'

const worker = '/door-worker.js'

/**
 * Makes this page open without a network: installs the door's worker and tells it what the page consists of. Only the door
 * does this; every other page is always the newest.
 */
export async function keepForOffline(shortCode: string) {
  offerInstalling()
  if (!('serviceWorker' in navigator) || !navigator.onLine) return
  try {
    // Parts that load late belong to the page too: the reader above all.
    await Promise.all([
      openDetector(),
      navigator.serviceWorker.register(worker, { scope: '/e/' }),
      document.fonts.ready,
    ])
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ keep: { page: `/e/${shortCode}`, files: loadedFiles() } })
  } catch {
    // A private window, or a lost network: the door works, it only cannot be opened anew without one.
  }
}

function loadedFiles(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const built = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  return [...new Set([...built.map(({ pathname }) => pathname), '/theme.js', '/favicon.svg', '/door.webmanifest'])]
}

/** Only here: an icon on the home screen that leads to the registration form would help nobody. */
function offerInstalling() {
  const links = { manifest: '/door.webmanifest', 'apple-touch-icon': '/door-icon-192.png' }
  for (const [rel, href] of Object.entries(links)) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  }
}
