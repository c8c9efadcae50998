import type { Browser, Page } from '@playwright/test'
import { password } from '../demo/content.ts'
import type { Shot } from './shots.ts'

export type Theme = 'light' | 'dark'
type Place = { base: string; doorPath: string; now: Date }

/** Opens the page of a shot and waits until it is still. */
export async function openShot(browser: Browser, shot: Shot, colorScheme: Theme, place: Place) {
  const context = await browser.newContext({
    ...{ colorScheme, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'America/Curacao' },
    baseURL: place.base,
    viewport: shot.viewport ?? { width: 1280, height: 800 },
  })
  if (shot.signedInAs) {
    const reply = await context.request.post('/api/auth/login', { data: { email: shot.signedInAs, password } })
    if (!reply.ok()) throw new Error(`${shot.signedInAs} could not sign in: ${reply.status()}`)
  }
  const page = await context.newPage()
  await page.clock.setFixedTime(place.now)
  // The transpiler for Node inserts calls of `__name`, which the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(typeof shot.path === 'string' ? shot.path : shot.path(place))
  await shot.prepare?.(page)
  await waitUntilStill(page)
  return { page, close: () => context.close() }
}

/** Waits until data, visible pictures and fonts have loaded. */
async function waitUntilStill(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => {
    const isSeen = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    const isBusy = [...document.querySelectorAll('[aria-busy=true]')].some(isSeen)
    const isMissing = [...document.images].some((image) => isSeen(image) && !image.complete)
    return !isBusy && !isMissing
  })
  // Layout continues after the data: a chart measures its size, a list settles.
  let before = ''
  for (let quiet = 0; quiet < 3; ) {
    const after = await page.content()
    quiet = after === before ? quiet + 1 : 0
    before = after
    await page.waitForTimeout(250)
  }
}
