import { existsSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { startWorld } from '#server/testing.ts'
import { registrations } from '../tables.ts'

beforeAll(() => {
  // The server renders what was built; `npm test` builds it first.
  expect(existsSync('dist/pages/render-pages.js'), 'run `npm run build` first').toBe(true)
})

async function withEvent(changes: Record<string, unknown> = {}) {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin, { place: 'Mambo Beach', ...changes })
  const page = (path: string) => server.visitor('GET', path)
  const sendForm = (fields: Record<string, string>, headers: Record<string, string> = {}, code = event.shortCode) =>
    server.visitor('POST', `/e/${code}`, undefined, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  return { ...server, admin, event, page, sendForm }
}

test('the page of an event holds its title, date, place, text and form before any script runs', async () => {
  const { event, page } = await withEvent({ description: 'See https://week.test/map?a=1&b=2. Bring water.' })

  for (const path of [`/e/${event.shortCode}`, '/event-registration', `/event-registration/${event.id}`]) {
    const { status, text } = await page(path)
    const body = text.slice(text.indexOf('<body>'))
    expect([path, status]).toEqual([path, 200])
    expect(body).toMatch(/<h1[^>]*>Beach run<\/h1>/)
    expect(body).toMatch(/Saturday,? 20 June 2026/)
    for (const shown of ['06:00', 'Mambo Beach', 'Bring water.', 'Register for this event']) {
      expect(body).toContain(shown)
    }
    expect(body).toContain(`action="/e/${event.shortCode}" method="post"`)
    for (const name of ['firstName', 'lastName', 'email', 'phone', 'companyName'])
      expect(body).toContain(`name="${name}"`)
    expect(body).toMatch(/<a href="https:\/\/week.test\/map\?a=1&amp;b=2" target="_blank" rel="ugc nofollow noopener"/)
  }
})

test('neither fonts nor scripts come before the text', async () => {
  const { event, page } = await withEvent()

  const { text } = await page(`/e/${event.shortCode}`)

  const untilForm = text.slice(0, text.indexOf('</form>'))
  expect(untilForm).toContain('<h1')
  // Whatever the text waits for would be asked for before it: its styles come with it.
  expect(untilForm.match(/rel="(module)?preload"|type="module"|rel="stylesheet"|<script src/g)).toBeNull()
  expect(untilForm.indexOf('<style>')).toBeLessThan(untilForm.indexOf('<h1'))
  expect(text.indexOf('type="module"')).toBeGreaterThan(untilForm.length)
})

test('no typed text becomes markup, and only http addresses become links', async () => {
  const description = '<img src=x onerror=alert(1)> javascript:alert(2) http://a.test/"onclick=alert(3) https://'
  const { event, page } = await withEvent({ title: '</h1><script>alert(4)</script>', description })

  const { text } = await page(`/e/${event.shortCode}`)

  expect(text).not.toMatch(/<img src=x|<script>alert|<a [^>]*(javascript:|onclick)/)
  expect(text.match(/rel="ugc/g)).toHaveLength(1)
})

test('what does not exist answers 404 with its page; a mailed and a volunteers link still open', async () => {
  const { event, admin, page, aCompany, visitor } = await withEvent()
  await admin('PATCH', `/api/events/${event.id}`, { isActive: false })
  const company = await aCompany()

  for (const path of [
    `/e/${event.shortCode}`,
    '/e/zzzzzzzz',
    '/e/%00',
    '/event-registration',
    '/event-registration/1',
  ]) {
    const { status, text } = await page(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('This event is not available or has been removed.')
  }
  for (const query of ['?r=secret', '?scan=secret']) {
    expect((await page(`/e/${event.shortCode}${query}`)).status).toBe(200)
  }
  const statuses = async (call: typeof visitor, ...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await call('GET', path)).status))
  expect(await statuses(visitor, '/', '/nowhere', '/companies')).toEqual([200, 200, 200])
  expect(await statuses(company, '/', '/settings/', '/nowhere', '/companies', '/login')).toEqual([
    200, 200, 404, 404, 404,
  ])
  expect(await statuses(admin, '/companies', `/events/${event.id}/attendees`, '/settings', '/login?reset=x')).toEqual([
    200, 200, 404, 200,
  ])
})

test('the form works without a script: the same rules, answered with the page', async () => {
  const { sendForm, db, mails } = await withEvent()

  const { status, text } = await sendForm(anAttendee('Ada', { companyName: '' }))

  expect(status).toBe(200)
  expect(text).toContain('Registration Submitted!')
  expect(text).toContain('ada@mail.test')
  expect(await db.select().from(registrations)).toMatchObject([
    { firstName: 'Ada', companyName: null, status: 'pending' },
  ])
  expect(await mails()).toHaveLength(1)
})

test('what is wrong is said beside the field, and what was typed is still there', async () => {
  const { sendForm, db } = await withEvent()

  const { status, text } = await sendForm(anAttendee('"><b>Ada', { email: 'nonsense', phone: '' }))

  expect(status).toBe(400)
  expect(text).toMatch(/value="&quot;&gt;&lt;b&gt;Ada"/)
  expect(text).toMatch(/id="[^"]*-error"[^>]*>.*?Invalid email address/)
  expect(text).toContain('Please fill in all required fields')
  expect(text).toMatch(/name="email"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="email"/)
  expect(await db.$count(registrations)).toBe(0)
})

test('a phone number of three digits comes back with its sentence', async () => {
  const { sendForm, db } = await withEvent()

  const { status, text } = await sendForm(anAttendee('Ada', { phone: '+59' }))

  expect(status).toBe(400)
  expect(text).toMatch(/id="[^"]*-error"[^>]*>.*?Valid phone number is required/)
  expect(await db.$count(registrations)).toBe(0)
})

test('a cancelled event says so before any script runs, and takes no form', async () => {
  const { event, admin, page, sendForm, db } = await withEvent()
  await admin('POST', `/api/events/${event.id}/cancellation`, { reason: 'A <b>storm</b>' })

  const { status, text } = await page(`/e/${event.shortCode}`)
  const refused = await sendForm(anAttendee('Ada'))

  expect(status).toBe(200)
  for (const shown of [text, refused.text]) {
    expect(shown).toContain('This event was cancelled.')
    expect(shown).toContain('A &lt;b&gt;storm&lt;/b&gt;')
    expect(shown).not.toContain('name="firstName"')
  }
  expect(text).toMatch(/og:description" content="Cancelled · /)
  expect(refused.status).toBe(409)
  expect(await db.$count(registrations)).toBe(0)
})

test('another site cannot send the form, and nothing but a form is taken', async () => {
  const { sendForm, visitor, event, db } = await withEvent()

  expect((await sendForm(anAttendee('Ada'), { origin: 'http://evil.test' })).status).toBe(403)
  expect((await sendForm(anAttendee('Ada'), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await sendForm({ firstName: 'x'.repeat(20_000) })).status).toBe(413)
  expect((await visitor('POST', `/e/${event.shortCode}`, anAttendee('Ada'))).status).toBe(415)
  expect((await sendForm(anAttendee('Ada'), {}, 'zzzzzzzz')).status).toBe(404)
  expect(await db.$count(registrations)).toBe(0)
})

test('a shared link has a picture of its own, kept for ever under its version', async () => {
  const { event, base, page, admin, visitor } = await withEvent()
  const address = /og:image" content="http:\/\/week.test([^"]+)"/.exec((await page(`/e/${event.shortCode}`)).text)?.[1]

  const reply = await fetch(base + address)
  const bytes = Buffer.from(await reply.arrayBuffer())

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  const old = await visitor('GET', `/api/events/${event.id}/card.png?v=old`)
  expect(old.headers.get('cache-control')).toBe('public, max-age=300')

  await admin('PATCH', `/api/events/${event.id}`, { title: 'Another <&> run' })
  expect((await page(`/e/${event.shortCode}`)).text).not.toContain(address)
  await admin('PATCH', `/api/events/${event.id}`, { isActive: false })
  expect((await visitor('GET', `/api/events/${event.id}/card.png`)).status).toBe(404)
})
