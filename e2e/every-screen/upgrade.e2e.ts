import pg from 'pg'
import { expect, logIn, test } from '../support/product.ts'
import { startOtherRelease } from '../support/two-releases.ts'

test('while two releases serve, and after the older one is gone, the screens of a company open: in new tabs and in those that were open', async ({
  browser,
  contextOptions,
  product,
}) => {
  const releases = await startOtherRelease(product)
  const company = await product.aCompany('Rolling Upgrade Ltd')
  const context = await browser.newContext({ ...contextOptions, baseURL: releases.url })
  try {
    const missing: string[] = []
    const loaded = new Set<string>()
    context.on('response', (reply) => {
      const { pathname } = new URL(reply.url())
      if (!pathname.startsWith('/assets/')) return
      loaded.add(pathname)
      if (reply.status() >= 400) missing.push(pathname)
    })
    await logIn(context, company.email)
    const tab = await context.newPage()
    await tab.goto('/')
    await expect(tab.getByText('Welcome, Ada', { exact: true })).toBeVisible()
    const sidebar = tab.getByRole('navigation', { name: 'Company Portal' })
    await sidebar.getByRole('link', { name: 'Leaderboard' }).click()
    await expect(tab.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()

    // The page of each release, whichever comes first.
    for (const address of ['/events', '/settings', '/events', '/']) {
      const other = await context.newPage()
      await other.goto(address)
      await expect(other.getByRole('navigation', { name: 'Company Portal' })).toBeVisible()
      await other.close()
    }
    expect(missing).toEqual([])
    const entry = await entryOf(product.url)
    expect([...loaded]).toEqual(expect.arrayContaining([entry, entry.replace('.js', '2.js')]))

    releases.sendAllToOther()
    await tab.evaluate(() => Object.assign(window, { isSameDocument: true }))
    for (const [name, heading] of [
      ['Settings', 'Settings'],
      ['Events', 'Events'],
    ] as const) {
      await sidebar.getByRole('link', { name }).click()
      await expect(tab.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    }
    expect(await tab.evaluate(() => 'isSameDocument' in window)).toBe(true)
    expect(missing).toEqual([])
    // Red control: without what is kept, a page of the release that is gone finds its files no more.
    await forgetFiles(releases.databaseUrl)
    expect((await context.request.get(entry)).status()).toBe(404)
  } finally {
    await context.close()
    await releases.stop()
  }
})

async function forgetFiles(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('delete from client_files')
  await client.end()
}

/** The script that a page of this release begins with. */
async function entryOf(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return /\/assets\/index-[\w-]+\.js/.exec(page)?.[0] ?? ''
}
