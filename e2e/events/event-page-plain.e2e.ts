import { anEvent, attendees } from '../support/event-making.ts'
import { expect, expectGoodEverywhere, test, waitForScript } from '../support/product.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })

  test('the event can be read and registered for, past a mistake', async ({ page, product }) => {
    const event = await anEvent(product, 'Plain event', { description: 'Map: https://maps.test/beach.' })
    await page.goto(`/e/${event.shortCode}`)

    await expect(page.getByRole('heading', { name: 'Plain event' })).toBeVisible()
    await expect(page.getByText('Mambo Beach')).toBeVisible()
    await expect(page.getByRole('link', { name: 'https://maps.test/beach' })).toHaveAttribute(
      'rel',
      /ugc nofollow noopener/,
    )
    // Styled, not only readable.
    await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(255, 102, 0)')

    // No button that does nothing.
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)

    await page.getByLabel('First Name').fill('Shanice')
    await page.getByLabel('Email').fill('shanice-plain@visitor.test')
    await page.getByLabel('Phone').fill('+5999 123 4567')
    await page.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
    await expect(page.getByLabel('First Name')).toHaveValue('Shanice')
    await page.getByLabel('Last Name').fill('Martina')
    await page.getByRole('button', { name: 'Try again' }).click()

    await expect(page.getByRole('heading', { name: 'Registration Submitted!' })).toBeVisible()
    await expect(page.getByText('shanice-plain@visitor.test')).toBeVisible()
    expect(await attendees(product, event, 'shanice-plain')).toHaveLength(1)
    await page.getByRole('button', { name: 'Register someone else' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('')
  })

  test('an event that is not there says so', async ({ page }) => {
    const reply = await page.goto('/e/zzzzzzzz')
    expect(reply?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
  })
})

test('on a slow connection the text is there long before the script, and what is typed meanwhile stays', async ({
  page,
  product,
}) => {
  const event = await anEvent(product, 'Slow event')
  // The script waits until the test lets it go, however fast this machine is.
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gone
    await route.continue()
  })
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })

  await page.goto(`/e/${event.shortCode}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Slow event' })).toBeVisible()
  await page.getByLabel('First Name').fill('Typed early')
  await page.getByLabel('Last Name').pressSequentially('Mart')
  const before = await page.getByRole('heading', { name: 'Slow event' }).boundingBox()
  const field = await page.getByLabel('First Name').elementHandle()
  letGo()

  await waitForScript(page)
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Typed early')
  await expect(page.getByLabel('Last Name')).toBeFocused()
  await page.keyboard.type('ina')
  await expect(page.getByLabel('Last Name')).toHaveValue('Martina')
  expect(await page.getByRole('heading', { name: 'Slow event' }).boundingBox()).toEqual(before)
  // The script takes over the form that is there: whoever uses a screen reader or a keyboard stays in the same field.
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
})

test('what is typed while the script takes the form over stays too', async ({ page, product }) => {
  const event = await anEvent(product, 'Last moment event')
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    // The script has read the form and begins to take it over: somebody types on.
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value)
      const field = document.querySelector<HTMLInputElement>('[data-rendered] input[name=firstName]')
      if (key.startsWith('registration-typed:') && field) field.value = 'Typed at the last moment'
    }
  })
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gone
    await route.continue()
  })
  await page.goto(`/e/${event.shortCode}`, { waitUntil: 'commit' })
  await page.getByLabel('First Name').fill('Typed')
  letGo()
  await waitForScript(page)

  await page.getByLabel('Last Name').fill('Martina')

  await expect(page.getByLabel('First Name')).toHaveValue('Typed at the last moment')
})

test('a browser in another time zone, with another theme and a form half filled takes the page over without a complaint', async ({
  browser,
  product,
}) => {
  const event = await anEvent(product, 'Far away event')
  const context = await browser.newContext({ baseURL: product.url, timezoneId: 'Asia/Tokyo', colorScheme: 'dark' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`/e/${event.shortCode}`)
  await waitForScript(page)
  await expect(page.getByText('(Curacao time)')).toBeVisible()
  await page.getByLabel('First Name').fill('Kept over a reload')
  await page.reload()
  await waitForScript(page)

  await expect(page.getByLabel('First Name')).toHaveValue('Kept over a reload')
  await page.getByRole('button', { name: 'Register for Event' }).click()
  // Described by the element that the server's id belongs to.
  await expect(page.getByLabel('Last Name')).toHaveAccessibleDescription('Please enter your last name')
  await expect(page.getByLabel('First Name')).toHaveValue('Kept over a reload')
  expect(complaints).toEqual([])
  await context.close()
})

test('the page is good everywhere before and after the script', { tag: '@slow' }, async ({ page, product }) => {
  const event = await anEvent(product, 'Good event', { description: 'See https://week.test for more.' })
  await page.goto(`/e/${event.shortCode}`)
  await expectGoodEverywhere(page, page.getByRole('heading', { name: 'Good event' }))
})
