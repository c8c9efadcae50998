// Opens a company's app offline. Caches the files of app-files.json as one set per build, so that builds never mix.
// Pages are network-first. /api and the pages of visitors, guests, the door and administrators are not intercepted.
const setPrefix = 'app-page-'
const shell = '/app-shell'
const patience = 8_000
/** The build writes the pages of a company here. */
const appPages = ['/']
const isAppPage = ({ pathname, searchParams }) =>
  appPages.includes(pathname.replace(/(.)\/$/, '$1')) && !searchParams.has('team')

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('message', (event) => {
  if (event.data === 'keep the app') event.waitUntil(keep().catch(() => undefined))
})

async function keep() {
  const { entry, files } = await (await fetchNew('/app-files.json')).json()
  const page = await fetchNew('/login')
  const html = await page.text()
  // A newer build was deployed between the two requests; the next page load stores it.
  if (!html.includes(entry)) return
  const name = setPrefix + entry
  const set = await caches.open(name)
  for (const file of files) await keepFile(set, file)
  // The stored page has no user; the app reads it at its start.
  const body = html.replace('id="boot"', 'id="boot" data-kept')
  await set.put(shell, new Response(body, { headers: headersOf(page) }))
  // Delete the old sets only after the new one is complete.
  for (const other of await caches.keys()) {
    if (other.startsWith(setPrefix) && other !== name) await caches.delete(other)
  }
}

/** Without cookies, so that the stored page contains no user. */
async function fetchNew(address) {
  const response = await fetch(address, { credentials: 'omit', cache: 'no-store' })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response
}

/** Drops encoding and length of the changed body; keeps the rest, above all the content security policy. */
function headersOf({ headers }) {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return kept
}

async function keepFile(set, file) {
  const isNamedAfterContent = file.startsWith('/assets/')
  if (isNamedAfterContent && (await set.match(file))) return
  const response = await fetch(file, { credentials: 'omit' })
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  await set.put(file, response)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isAppPage(address)) event.respondWith(openPage(request))
  } else if (address.pathname.startsWith('/assets/')) {
    event.respondWith(keptFile(address.pathname).then((kept) => kept ?? fetch(request)))
  } else if (/^\/(favicon\.svg|app\.webmanifest)$/.test(address.pathname)) {
    event.respondWith(fetch(request).catch(async () => (await keptFile(address.pathname)) ?? Response.error()))
  }
})

/** Network-first: any answer of the server is the page, and the stored one serves only without an answer. */
async function openPage(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(patience) })
  } catch {
    return (await keptShell()) ?? fetch(request)
  }
}

/** A set with its page is complete, because the page is stored last. */
async function keptShell() {
  const names = (await caches.keys()).filter((name) => name.startsWith(setPrefix))
  for (const name of names.reverse()) {
    const page = await (await caches.open(name)).match(shell)
    if (page) return page
  }
}

const keptFile = (path) => caches.match(path, { ignoreSearch: true, ignoreVary: true })

// A notification has the subject of the email. The tag makes a repeated one replace the first.
self.addEventListener('push', (event) => {
  const { title, path, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { tag, data: { path }, icon: '/app-icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openFromNotification(new URL(event.notification.data?.path ?? '/', self.location.origin)))
})

/** Reuses an open window if there is one. */
async function openFromNotification(address) {
  if (address.origin !== self.location.origin) return
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    const opened = await client.navigate(address.href).catch(() => null)
    if (opened) return opened.focus()
  }
  return self.clients.openWindow(address.href)
}

// The browser renewed its subscription: send the new one to the server, if a user is still signed in.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = event.oldSubscription ?? {}
  if (options) event.waitUntil(self.registration.pushManager.subscribe(options).then(tellServer, () => undefined))
})

function tellServer(subscription) {
  const { endpoint, keys } = subscription.toJSON()
  const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
  return fetch('/api/auth/push-device', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
