const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Read at every animation: the setting may change while the board is open. */
export const still = () => stillness.matches

export const pace = { duration: 240, easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)' }

export function fadeIn(element: Element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { ...pace, duration: 200 })
}
