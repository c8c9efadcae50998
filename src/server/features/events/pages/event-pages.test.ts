import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/platform/database/client.ts'
import { LiveHub } from '#server/platform/live/hub.ts'
import { projectFolder } from '#server/platform/project.ts'
import { anEvent } from '#server/testing/data/events.ts'
import { startServer } from '#server/testing.ts'
import { withBranding } from '../../../../../scripts/build/branded-files.ts'

/** The client's own page, as the build leaves its head. */
async function startWithPages() {
  const folder = mkdtempSync(join(tmpdir(), 'week-event-pages-'))
  const source = readFileSync(join(projectFolder(), 'src/client/index.html'), 'utf8')
  writeFileSync(join(folder, 'index.html'), withBranding(source))
  const server = await startServer()
  const appOn = (platform = server.platform) => {
    const app = createApp({ platform, hub: new LiveHub(), clientFolder: folder })
    onTestFinished(() => app.close())
    return async (url: string) => (await app.inject({ url })).body
  }
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { ...server, appOn, get: appOn() }
}

const unescaped = (text = '') =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

function tagsOf(page: string) {
  const meta = (name: string) =>
    [...page.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"\s*\/?>/g)]
      .filter((tag) => tag[1] === name)
      .map((tag) => unescaped(tag[2]))
  const title = [...page.matchAll(/<title>([^<]*)<\/title>/g)].map((tag) => unescaped(tag[1]))
  const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(page)?.[1] ?? 'null')
  return { title, meta, boot }
}

test('a shared link shows the event, and the page needs no second question', async () => {
  const { get, anAdmin } = await startWithPages()
  const event = await anEvent(await anAdmin(), { place: 'Mambo Beach', capacity: 5 })

  for (const path of [
    `/e/${event.shortCode.toUpperCase()}?r=secret`,
    '/event-registration',
    `/event-registration/${event.id}/`,
  ]) {
    const { title, meta, boot } = tagsOf(await get(path))
    expect([path, title]).toEqual([path, ['Beach run · Curacao International Sports Week']])
    expect(meta('og:title')).toEqual(title)
    expect(meta('og:description')).toEqual([
      'Saturday 20 June 2026, 06:00 · Mambo Beach · Ten kilometres along the shore',
    ])
    expect(meta('description')).toEqual(meta('og:description'))
    expect(meta('og:url')).toEqual([`http://week.test/e/${event.shortCode}`])
    expect(meta('og:image')).toEqual([
      expect.stringMatching(`^http://week.test/api/events/${event.id}/card.png\\?v=[\\w-]{12}$`),
    ])
    expect(boot.event).toMatchObject({ id: event.id, title: 'Beach run', registrationOpen: true, full: false })
    expect(Object.keys(boot.event)).not.toContain('capacity')
  }
})

test('no typed text breaks out of the head', async () => {
  const { get, anAdmin } = await startWithPages()
  const title = `"><script>alert(1)</script>'$&$\`<title>`
  const event = await anEvent(await anAdmin(), { title, description: '</title><script>alert(2)</script>' })

  const page = await get(`/e/${event.shortCode}`)

  expect(page).not.toMatch(/<script>alert/)
  expect(tagsOf(page).meta('og:title')).toEqual([`${title} · Curacao International Sports Week`])
  expect(tagsOf(page).boot.event.title).toBe(title)
})

test('unknown and inactive events, other pages and a lost database get the usual page', async () => {
  const { get, anAdmin, appOn, platform } = await startWithPages()
  const admin = await anAdmin()
  const { id, shortCode } = await anEvent(admin)
  await admin('PATCH', `/api/events/${id}`, { isActive: false })
  const database = openDatabase({ url: 'postgres://nobody:nothing@127.0.0.1:1/nowhere', onError: () => undefined })
  onTestFinished(() => database.close())
  const away = appOn({ ...platform, db: database.db })

  const pages = [
    `/e/${shortCode}`,
    `/event-registration/${id}`,
    '/event-registration',
    '/e/zzzzzzzz',
    '/e/%00',
    '/events',
  ]
  const found = [...(await Promise.all(pages.map(get))), await away(`/e/${shortCode}`)]

  for (const page of found) {
    const { title, meta, boot } = tagsOf(page)
    expect(title).toEqual(['Curacao International Sports Week · FDDK Wellness Initiative'])
    expect(meta('og:url')).toEqual([])
    expect(boot?.event).toBeUndefined()
  }
})
