import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { branding } from '#contract/branding/branding.ts'

/** Module state, because moving from the landing page to the dashboard remounts this component and is a change too. */
let currentPage: string | undefined
let movedBackTo: string | undefined
if (typeof document !== 'undefined') {
  addEventListener('popstate', () => {
    movedBackTo = location.pathname
  })
  // The router dispatches it. A closed dialog was a step back too, and the next link moves forward.
  addEventListener('pushState', () => {
    movedBackTo = undefined
  })
}

/** Imitates a document load: title, focus at the start, scroll to the top, announcement. */
export function PageChange({ title }: { title?: string }) {
  const [path] = useLocation()
  const [said, say] = useState('')
  const full = title ? `${title} · ${branding.eventName}` : `${branding.eventName} · ${branding.initiative}`

  useEffect(() => {
    document.title = full
    const page = `${path} ${full}`
    const before = currentPage
    currentPage = page
    if (before === undefined || before === page) return
    // Going back, the browser restores the scroll position; a section of the page scrolls to itself.
    if (movedBackTo !== path && !document.getElementById(location.hash.slice(1))) scrollTo(0, 0)
    movedBackTo = undefined
    const main = document.querySelector<HTMLElement>('main')
    // Keep a focus that the page has set, for instance on its first field.
    if (main && !main.contains(document.activeElement)) {
      main.tabIndex = -1
      main.focus({ preventScroll: true })
    }
    say(title ?? branding.eventName)
  }, [path, full, title])

  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
