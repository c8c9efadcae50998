import { useEffect, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { navigateFromPage } from '#client/ui/overlays/overlay-history.ts'

type Go = () => void
type Guard = { here: string; ask: (go: Go) => void }
/** Guards of unsaved forms on the page; the newest one decides. */
let guards: Guard[] = []

/** Intercepts every navigation in the app, so that an unsaved form may hold it. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const state = { ...options?.state, cameFrom: address() }
  const go = () => navigateFromPage(() => navigate(to, { ...options, state }))
  const guard = guards.at(-1)
  if (guard) guard.ask(go)
  else go()
}

// Registered before the router: the browser has already moved, so restore the address before the router reads it.
addEventListener('popstate', (event) => {
  const there = address()
  const guard = guards.at(-1)
  if (!guard || there === guard.here) return
  event.stopImmediatePropagation()
  history.pushState(null, '', guard.here)
  guard.ask(() => navigateFromPage(() => history.pushState(null, '', there)))
})

/**
 * Closes a full-screen mode: goes back to the page it was opened from, or replaces the entry after a direct opening.
 */
export function leaveMode(page: string) {
  if (history.state?.cameFrom === page) history.back()
  else history.replaceState(null, '', page)
}

const address = () => location.pathname + location.search + location.hash

/** While `unsaved`, every way to leave the page opens a confirmation. */
export function useUnsavedGuard(unsaved: boolean) {
  const [held, setHeld] = useState<{ go: Go }>()

  useEffect(() => {
    if (!unsaved) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const guard = { here: address(), ask: (go: Go) => setHeld({ go }) }
    guards = [...guards, guard]
    addEventListener('beforeunload', onUnload)
    return () => {
      guards = guards.filter((other) => other !== guard)
      removeEventListener('beforeunload', onUnload)
    }
  }, [unsaved])

  return {
    asking: held !== undefined,
    stay: () => setHeld(undefined),
    leave: () => {
      setHeld(undefined)
      guards = []
      held?.go()
    },
  }
}
