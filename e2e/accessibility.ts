// How somebody without a mouse, at 400 % or in high contrast gets along.
import { expect, type Locator, type Page } from '@playwright/test'

/** 1280 × 1024 at 400 %. */
export const zoomed = { width: 320, height: 256 }

/** The focus is on something, and that can be seen: not below a bar, a toast or the edge of the window. */
export async function expectFocusInSight(page: Page, after: string) {
  await expect.poll(() => page.evaluate(focusFault), { message: after }).toBeNull()
}

function focusFault(): string | null {
  const element = document.activeElement
  if (!element || element === document.body) return 'the focus is on the body of the page'
  const box = element.getBoundingClientRect()
  const left = Math.max(box.left, 0)
  const top = Math.max(box.top, 0)
  const right = Math.min(box.right, innerWidth)
  const bottom = Math.min(box.bottom, innerHeight)
  if (right <= left || bottom <= top) return `out of sight: ${element.outerHTML.slice(0, 120)}`
  // A whole part of the page that has the focus is in sight when any of it is.
  if (element.matches('main, section, article, li, [role=dialog], [role=region], [tabindex="-1"]')) return null
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
  const isSeen = points.some(([x, y]) => {
    const met = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
    return met !== null && (element.contains(met) || met.contains(element) || met.closest('label')?.contains(element))
  })
  return isSeen ? null : `covered: ${element.outerHTML.slice(0, 120)}`
}

/** Tab until the wanted control has the focus; every stop on the way can be seen. */
export async function tabInSight(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      return expectFocusInSight(page, 'the wanted control')
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('The control cannot be reached by keyboard')
}

export async function pressByKeyboard(page: Page, button: Locator, key = 'Enter') {
  await tabInSight(page, button)
  await page.keyboard.press(key)
}

export async function typeByKeyboard(page: Page, control: Locator, text: string) {
  await tabInSight(page, control)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
