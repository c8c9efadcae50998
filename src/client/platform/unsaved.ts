import { useEffect, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { navigateFromPage } from '#client/ui/overlays/overlay-history.ts'

type Go = () => void
type Guard = { here: string; ask: (go: Go) => void }
/** Of everything on the page that is not saved; the newest asks. */
let guards: Guard[] = []

/** Every navigation inside the app passes here; a form with unsaved changes may hold it back. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const state = { ...options?.state, cameFrom: address() }
  const go = () => navigateFromPage(() => navigate(to, { ...options, state }))
  const guard = guards.at(-1)
  if (guard) guard.ask(go)
  else go()
}

// Listening before the router does: by the time of this event the browser has already moved, and the address must be
// put back before the router looks at it.
addEventListener('popstate', (event) => {
  const there = address()
  const guard = guards.at(-1)
  if (!guard || there === guard.here) return
  event.stopImmediatePropagation()
  history.pushState(null, '', guard.here)
  guard.ask(() => navigateFromPage(() => history.pushState(null, '', there)))
})

/** Closes a full-screen mode that has an address: back to the page it was opened from, or in its place when it was opened directly. */
export function leaveMode(page: string) {
  if (history.state?.cameFrom === page) history.back()
  else history.replaceState(null, '', page)
}

const address = () => location.pathname + location.search + location.hash

/** While `unsaved`, leaving the page in any way asks first. */
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
