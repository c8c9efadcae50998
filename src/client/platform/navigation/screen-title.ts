import { useEffect } from 'react'
import { branding } from '#contract/branding/branding.ts'

/** For a mode that covers the page: the window is called after what is on it, and after the page again when the mode ends. */
export function useScreenTitle(title: string) {
  useEffect(() => {
    const before = document.title
    const own = `${title} · ${branding.eventName}`
    // The page below sets its own title when it arrives after the mode.
    const keep = () => {
      if (document.title !== own) document.title = own
    }
    keep()
    const element = document.querySelector('title')
    const observer = new MutationObserver(keep)
    if (element) observer.observe(element, { childList: true })
    return () => {
      observer.disconnect()
      document.title = before === own ? branding.eventName : before
    }
  }, [title])
}
