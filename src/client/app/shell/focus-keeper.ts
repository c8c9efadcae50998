/** Replacements for a control that is gone, from the inside out. */
const places = '[role=dialog], [role=alertdialog], section[aria-label], [role=region], fieldset, article, li, main'

let focused: HTMLElement | undefined
let around: Element[] = []

/**
 * A control that goes away or is switched off by its own press would leave the focus on the page's body, and the keyboard
 * at the very top. The nearest part around it that is still there takes the focus instead.
 */
export function keepFocus() {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    around = ancestorsOf(target)
  })
  const observer = new MutationObserver(() => {
    // In the next frame: a dialog that closes, or a page that changes, chooses a better place by itself.
    if (isLost()) requestAnimationFrame(() => setTimeout(() => isLost() && moveOn()))
  })
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'inert', 'hidden'] })
}

function isLost(): boolean {
  if (!focused || (document.activeElement && document.activeElement !== document.body)) return false
  return !focused.isConnected || focused.matches(':disabled')
}

function moveOn() {
  const place =
    around.find((element) => element.isConnected && element.matches(places)) ?? document.querySelector('main')
  if (!(place instanceof HTMLElement)) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
