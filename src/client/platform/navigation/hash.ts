import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

export const useHash = () =>
  useLocationProperty(
    () => location.hash,
    () => '',
  )

/** Brings the section named after `#` into view and gives it the focus, also when its page loaded later. */
export function useHashTarget() {
  const hash = useHash()
  useEffect(() => {
    const section = hash.length > 1 ? document.getElementById(hash.slice(1)) : null
    // A person who already works in the section has chosen a place there.
    if (!section || section.contains(document.activeElement)) return
    section.scrollIntoView()
    section.focus({ preventScroll: true })
  }, [hash])
}
