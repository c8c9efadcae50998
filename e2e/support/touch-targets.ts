import type { Page } from '@playwright/test'

/** The smallest target that a thumb hits, in pixels. */
const least = 44

/** Lists controls on the screen that are smaller than a thumb. Links within a sentence may be. */
export const listSmallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmall, least)

function findSmall(least: number): string[] {
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch]'
  const isInSentence = (control: Element) =>
    control.matches('a') &&
    getComputedStyle(control).display === 'inline' &&
    (control.parentElement?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0)
  return [...document.querySelectorAll(controls)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((control) => !control.closest('[aria-hidden=true], [inert], .sr-only') && !isInSentence(control))
    .filter((control) => getComputedStyle(control).pointerEvents !== 'none')
    .flatMap((control) => {
      // A press on the label is a press on its control; a stretched one covers its whole row.
      const isStretched = getComputedStyle(control, '::after').position === 'absolute'
      // offsetParent would stop at a table cell.
      let row = isStretched ? control.parentElement : null
      while (row && getComputedStyle(row).position === 'static') row = row.parentElement
      const boxes = [control, control.closest('label'), row].flatMap((part) => part?.getBoundingClientRect() ?? [])
      const width = Math.max(...boxes.map((box) => box.width))
      const height = Math.max(...boxes.map((box) => box.height))
      // One pixel: for screen readers until it has the focus.
      const isSmall = width > 1 && (width < least - 0.5 || height < least - 0.5)
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)
      return isSmall ? [`${Math.round(width)}×${Math.round(height)} ${control.localName} "${name}"`] : []
    })
}
