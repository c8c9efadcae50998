const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Asked at every move: the setting may change while the board is open for a week. */
export const still = () => stillness.matches

export const pace = { duration: 240, easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)' }

export function fadeIn(element: Element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { ...pace, duration: 200 })
}
