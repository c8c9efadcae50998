import { useEffect } from 'react'
import { branding } from '#contract/branding/branding.ts'

/** Window title of a full-screen mode; the page's title returns when the mode ends. */
export function useScreenTitle(title: string) {
  useEffect(() => {
    const before = document.title
    const screenTitle = `${title} · ${branding.eventName}`
    // The page below may set its title after the mode has opened.
    const keep = () => {
      if (document.title !== screenTitle) document.title = screenTitle
    }
    keep()
    const element = document.querySelector('title')
    const observer = new MutationObserver(keep)
    if (element) observer.observe(element, { childList: true })
    return () => {
      observer.disconnect()
      document.title = before === screenTitle ? branding.eventName : before
    }
  }, [title])
}
