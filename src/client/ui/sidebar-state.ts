import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const cookie = 'sidebar_state'
const lifetime = 60 * 60 * 24 * 7
const narrow = matchMedia('(max-width: 767.98px)')

export interface SidebarState {
  /** Under 768 px the sidebar is a sheet over the page. */
  mobile: boolean
  expanded: boolean
  sheetOpen: boolean
  setSheetOpen: (open: boolean) => void
  toggle: () => void
}

export function useSidebarState(): SidebarState {
  const mobile = useSyncExternalStore(subscribeToWidth, () => narrow.matches)
  const [expanded, setExpanded] = useState(() => !document.cookie.includes(`${cookie}=false`))
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (mobile) setSheetOpen((open) => !open)
    else setExpanded((open) => !open)
  }, [mobile])

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every supported browser.
    document.cookie = `${cookie}=${expanded}; path=/; max-age=${lifetime}; samesite=lax`
  }, [expanded])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])

  return { mobile, expanded, sheetOpen, setSheetOpen, toggle }
}

function subscribeToWidth(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
