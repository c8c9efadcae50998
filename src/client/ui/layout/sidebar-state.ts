import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const cookie = 'sidebar_state'
const lifetime = 60 * 60 * 24 * 7
const narrow = matchMedia('(max-width: 767.98px)')
const roomy = matchMedia('(min-width: 1024px)')

export interface SidebarState {
  /** Below 768 px the sidebar is a sheet over the page. */
  mobile: boolean
  expanded: boolean
  sheetOpen: boolean
  setSheetOpen: (open: boolean) => void
  toggle: () => void
}

/** The stored choice; undefined without one. */
function storedChoice(): boolean | undefined {
  const value = document.cookie.split('; ').find((pair) => pair.startsWith(`${cookie}=`))
  return value === undefined ? undefined : value !== `${cookie}=false`
}

/** Without a choice, screens below 1024 px start with the icon strip. */
export const startsExpanded = () => storedChoice() ?? roomy.matches

export function useSidebarState(): SidebarState {
  const mobile = useMedia(narrow)
  const hasRoom = useMedia(roomy)
  const [choice, setChoice] = useState(storedChoice)
  const expanded = choice ?? hasRoom
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (mobile) setSheetOpen((open) => !open)
    else setChoice(!expanded)
  }, [mobile, expanded])

  useEffect(() => {
    if (choice === undefined) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every supported browser.
    document.cookie = `${cookie}=${choice}; path=/; max-age=${lifetime}; samesite=lax`
  }, [choice])

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

function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
