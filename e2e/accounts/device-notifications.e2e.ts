import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNothingCut,
  fetchPatiently,
  requireOk,
  test,
  widths,
} from '../support/product.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * The browser of the tests has no push service: in its place stands one that gives a subscription as a real one does, and the permission
 * is the person's answer. What a push service does with a message is tested on the server, with real encryption.
 */
async function standInForPushService(page: Page, answer: 'granted' | 'denied') {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
  await page.addInitScript(
    ({ answer, subscription }) => {
      let permission = 'default'
      const asked = window as unknown as { askedForPermission: number }
      asked.askedForPermission = 0
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        asked.askedForPermission += 1
        permission = answer
        return answer as NotificationPermission
      }
      const own = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true }
      PushManager.prototype.subscribe = async () => own as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => own as unknown as PushSubscription
    },
    { answer, subscription },
  )
}

const device = (page: Page) => page.getByRole('region', { name: 'On this device' })
const theSwitch = (page: Page) => device(page).getByRole('switch', { name: 'Show notifications on this device' })
const asked = (page: Page) =>
  page.evaluate(() => (window as unknown as { askedForPermission: number }).askedForPermission)

test('a company switches notifications on for its device, and nobody is asked before', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Push Ltd')
  const page = await signedIn(company, 'about:blank')
  await standInForPushService(page, 'granted')
  await page.goto('/settings')
  await expect(theSwitch(page)).not.toBeChecked()
  expect(await asked(page)).toBe(0)

  await theSwitch(page).click()
  await expect(page.getByText('This device shows notifications now.').first()).toBeVisible()
  await expect(theSwitch(page)).toBeChecked()
  await expect.poll(() => asked(page)).toBe(1)
  await page.reload()
  await expect(theSwitch(page)).toBeChecked()
  // Another device of the same account has its own switch.
  const other = await requireOk(
    fetchPatiently(`${product.url}/api/auth/push-device`, { headers: { cookie: company.cookie } }),
  )
  expect(await other.json()).toMatchObject({ isOn: false })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingCut(page)
  }
  await expectAccessible(page)

  await theSwitch(page).focus()
  await page.keyboard.press('Space')
  await expect(theSwitch(page)).not.toBeChecked()
  await expect(page.getByText('This device shows no more notifications.').first()).toBeVisible()
})

test('who does not allow them reads what to do, and nothing is switched on', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('No Push Ltd'), 'about:blank')
  await standInForPushService(page, 'denied')
  await page.goto('/settings')

  await theSwitch(page).click()

  await expect(device(page).getByText('Notifications of this site are blocked in your browser.')).toBeVisible()
  await expect(theSwitch(page)).not.toBeChecked()
  await expect(theSwitch(page)).toBeDisabled()
  await expectAccessible(page)
})
