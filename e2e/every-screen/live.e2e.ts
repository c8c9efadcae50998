import type { Browser, Page } from '@playwright/test'
import { expect, logIn, type Product, test } from '../support/product.ts'
import { adminOf, task } from '../support/proof-making.ts'

/** A page that has not been opened yet, so that its first requests can be changed. */
async function pageOf(browser: Browser, product: Product, { email }: { email: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  await logIn(context, email)
  return context.newPage()
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

test('what changed between the first answer and the opening of the stream is shown', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Known at first')
  const page = await pageOf(browser, product, await product.aCompany('Late Stream Ltd'))
  const stream = gate()
  await page.route('**/api/stream', async (route) => {
    await stream.opened
    await route.continue()
  })
  await page.goto('/')
  await expect(task(page, 'Known at first')).toBeVisible()

  await admin.aTask('Made before the stream was open')
  stream.open()

  await expect(task(page, 'Made before the stream was open')).toBeVisible()
  await page.context().close()
})

test('what changed while the first answer was on its way is shown', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const company = await product.aCompany('Slow Answer Ltd')
  const [page, other] = [await pageOf(browser, product, company), await pageOf(browser, product, company)]
  const answer = gate()
  const read = gate()
  await page.route(
    '**/api/tasks',
    async (route) => {
      const response = await route.fetch()
      read.open()
      await answer.opened
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const streaming = page.waitForResponse('**/api/stream')
  await page.goto('/', { waitUntil: 'commit' })
  await other.goto('/')
  await Promise.all([read.opened, streaming])

  await admin.aTask('Made while the answer was on its way')
  await expect(task(other, 'Made while the answer was on its way')).toBeVisible()
  answer.open()

  await expect(task(page, 'Made while the answer was on its way')).toBeVisible()
  await page.context().close()
  await other.context().close()
})

test('a server that is busy for a moment is asked again', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Worth waiting for')
  const page = await pageOf(browser, product, await product.aCompany('Busy Moment Ltd'))
  const busy = { message: 'The service is briefly unavailable.', code: 'unavailable', requestId: '1' }
  for (const path of ['**/api/tasks', '**/api/companies/*', '**/api/companies/*/proofs'])
    await page.route(path, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: busy }), {
      times: 2,
    })

  await page.goto('/')

  await expect(task(page, 'Worth waiting for').getByRole('button', { name: 'Submit Proof' })).toBeEnabled()
  await page.context().close()
})
