// Checks for people without a mouse, at 400 % zoom or in high contrast.
import { expect, type Locator, type Page } from '@playwright/test'

/** 1280 × 1024 at 400 %. */
export const zoomed = { width: 320, height: 256 }

/** The focus must be visible: not below a bar, a toast or the window's edge. */
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
  // A focused section of the page counts as visible if any part of it is.
  if (element.matches('main, section, article, li, [role=dialog], [role=region], [tabindex="-1"]')) return null
  // High contrast draws no shadows: the ring must be an outline, of the control or of its visible substitute. A button
  // inside a date field has a separate ring, and the field is then not focused.
  const rings = [element, element.closest('label'), element.parentElement].filter((owner) => owner !== null)
  const hasRing = !element.matches(':focus') || rings.some((owner) => getComputedStyle(owner).outlineStyle !== 'none')
  if (matchMedia('(forced-colors: active)').matches && !hasRing) return `no ring: ${element.outerHTML.slice(0, 120)}`
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
  const isSeen = points.some(([x, y]) => {
    const met = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
    return met !== null && (element.contains(met) || met.contains(element) || met.closest('label')?.contains(element))
  })
  return isSeen ? null : `covered: ${element.outerHTML.slice(0, 120)}`
}

/** Presses Tab until the control has the focus; every stop on the way must be visible. */
export async function tabInSight(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      return expectFocusInSight(page, 'the wanted control')
    }
    await page.keyboard.press('Tab')
    // After the page's last control the focus leaves for the browser's controls.
    if (await page.evaluate(() => document.activeElement !== document.body))
      await expectFocusInSight(page, 'on the way')
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

/** The text spacing that WCAG 1.4.12 lets people set. */
const wideText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
`

/** Wider text spacing must not cut any text that was whole before. */
export async function expectRoomForWideText(page: Page, within = page.locator('body')) {
  const before = await within.evaluate(cutTexts)
  const style = await page.addStyleTag({ content: wideText })
  const after = await within.evaluate(cutTexts)
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  expect
    .soft(
      after.filter((text) => !before.includes(text)),
      page.url(),
    )
    .toEqual([])
}

function cutTexts(within: Element): string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const cut: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const owner = text.parentElement
    if (
      !owner ||
      !text.textContent?.trim() ||
      !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    for (let around: Element | null = owner; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      const box = around.getBoundingClientRect()
      // One pixel high: for screen readers only.
      if (box.width <= 1 || position === 'fixed') break
      const isWide = /hidden|clip/.test(overflowX) && (left < box.left - 1 || right > box.right + 1)
      const isHigh = /hidden|clip/.test(overflowY) && (top < box.top - 1 || bottom > box.bottom + 1)
      if (isWide || isHigh) cut.push(`${text.textContent.trim()} in ${around.className}`)
      if (isWide || isHigh || /auto|scroll/.test(overflowY)) break
    }
  }
  return cut
}
