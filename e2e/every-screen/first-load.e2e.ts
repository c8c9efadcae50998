import type { Page } from '@playwright/test'
import { emptyPage, expect, test, waitForScript } from '../support/product.ts'

/** Scripts that were asked for before the first data, and those of them that the page itself does not name. */
async function loadScripts(page: Page, path: string) {
  const asked: string[] = []
  let isLoading = true
  // The page before may still ask for something.
  await page.goto(emptyPage)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) isLoading = false
    else if (request.resourceType() === 'script' && isLoading) asked.push(pathname)
  })
  const answer = await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const html = (await answer?.text()) ?? ''
  return { asked, late: asked.filter((script) => !html.includes(`"${script}"`)) }
}

/** `/assets/login-page-1a2b.js` is `login-page`. */
const nameOf = (script: string) => script.replace(/^\/assets\/|-.{8}\.js$/g, '')

test('all scripts of a first page are fetched at once: none is known only to another one', async ({
  product,
  signedIn,
}) => {
  const company = await signedIn(await product.aCompany('First'), emptyPage)
  const admin = await signedIn(product.admin, emptyPage)

  for (const [page, path] of [
    [company, '/'],
    [company, '/?view=numbers'],
    [company, '/settings'],
    [admin, '/'],
    [admin, '/companies'],
  ] as const) {
    const { asked, late } = await loadScripts(page, path)
    expect(late, path).toEqual([])
    expect(asked.length, path).toBeGreaterThan(5)
    expect(new Set(asked).size, `${path}: no script twice`).toBe(asked.length)
  }
})

test('so are those of the form to sign in; what follows after it is fetched later', async ({ page }) => {
  const { asked, late } = await loadScripts(page, '/login')

  const named = asked.filter((script) => !late.includes(script)).map(nameOf)
  expect(named).toEqual(expect.arrayContaining(['index', 'app', 'sign-in', 'auth-frame', 'login-page']))
  expect(named).not.toContain('shell')
})

test('the landing page loads no language data before it answers', async ({ page }) => {
  await page.addInitScript(() => {
    const used: string[] = []
    const watch = (name: 'NumberFormat' | 'DateTimeFormat' | 'ListFormat' | 'PluralRules') => {
      Reflect.set(
        Intl,
        name,
        new Proxy(Intl[name], {
          construct(format, values) {
            used.push(name)
            return Reflect.construct(format, values)
          },
        }),
      )
    }
    for (const name of ['NumberFormat', 'DateTimeFormat', 'ListFormat', 'PluralRules'] as const) watch(name)
    Object.assign(window, { usedOfIntl: used })
  })

  await page.goto('/')
  await waitForScript(page)

  expect(await page.evaluate(() => Reflect.get(window, 'usedOfIntl'))).toEqual([])
})
