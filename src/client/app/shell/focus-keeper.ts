/** Fallback targets for the focus, from the innermost to the outermost. */
const places = '[role=dialog], [role=alertdialog], section[aria-label], [role=region], fieldset, article, li, main'

let focused: HTMLElement | undefined
let around: Element[] = []

/**
 * Restores a lost focus: when the focused control is removed or disabled, the nearest remaining part around it takes
 * the focus.
 */
export function keepFocus() {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    around = ancestorsOf(target)
  })
  const observer = new MutationObserver(() => {
    // Wait one frame: a closing dialog or a new page sets a better focus first.
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
