// Opens the volunteers' door page offline. Caches the files that the page names as one set per build, so that builds
// never mix. Only /e/…?scan=… is intercepted, no other page and not /api.
const setPrefix = 'door-page-'
const shell = '/door-shell'
const patience = 3_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keep(event.data.keep))
})

async function keep({ page, files }) {
  // Without cookies, so that the stored page contains no user.
  const response = await fetch(page, { credentials: 'omit', cache: 'no-store' })
  const html = await response.clone().text()
  const entry = files.find((file) => /\/assets\/index-[^/]+\.js$/.test(file))
  // A newer build was deployed while the page was open, so these files are outdated.
  if (!response.ok || !entry || !html.includes(entry)) return
  const name = setPrefix + entry
  const set = await caches.open(name)
  await Promise.all(files.map((file) => keepFile(set, file)))
  await set.put(shell, response)
  // Delete the old sets only after the new one is complete.
  for (const other of await caches.keys()) {
    if (other.startsWith(setPrefix) && other !== name) await caches.delete(other)
  }
}

async function keepFile(set, file) {
  const named = file.startsWith('/assets/')
  if (named && (await set.match(file))) return
  const response = await fetch(file, { credentials: 'omit' })
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  await set.put(file, response)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api')) return
  if (request.mode === 'navigate') {
    if (searchParams.has('scan')) event.respondWith(openPage(request))
    return
  }
  // Content-hashed names, so these files never change.
  if (pathname.startsWith('/assets/')) event.respondWith(fromSet(pathname).then((kept) => kept ?? fetch(request)))
  else if (/^\/(theme\.js|favicon\.svg|door\.webmanifest)$/.test(pathname)) {
    event.respondWith(fetch(request).catch(async () => (await fromSet(pathname)) ?? Response.error()))
  }
})

/** Network-first with a timeout; falls back to the stored page. */
async function openPage(request) {
  const kept = await fromSet(shell)
  if (!kept) return fetch(request)
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(patience) })
    return response.status < 500 ? response : kept
  } catch {
    return kept
  }
}

const fromSet = (path) => caches.match(path, { ignoreSearch: true, ignoreVary: true })
