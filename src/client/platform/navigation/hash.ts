import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

export const useHash = () =>
  useLocationProperty(
    () => location.hash,
    () => '',
  )

/** Scrolls to the section named by the hash and focuses it, also after a late load. */
export function useHashTarget() {
  const hash = useHash()
  useEffect(() => {
    const section = hash.length > 1 ? document.getElementById(hash.slice(1)) : null
    // Keep the focus of a person who already works in the section.
    if (!section || section.contains(document.activeElement)) return
    section.scrollIntoView()
    section.focus({ preventScroll: true })
  }, [hash])
}
