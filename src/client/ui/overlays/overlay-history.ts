import { useLayoutEffect, useRef } from 'react'

/** An open dialog, sheet or confirmation. */
interface Overlay {
  requestClose: () => void
  hasUnsaved: () => boolean
}

/** Open overlays, the topmost last. */
const overlays: Overlay[] = []
/** Number of history entries above the page's. Invariant: one per open overlay, so that the back button closes it. */
let entries = 0
/** Page on which those entries were pushed. */
let page = ''
let isTraversing = false
let isScheduled = false
const navigations: (() => void)[] = []

const key = 'overlays'
const addressNow = () => location.pathname + location.search + location.hash
const entriesIn = (state: unknown): number =>
  typeof state === 'object' && state !== null && key in state ? Number(state[key]) : 0

// After a reload no overlay is open, so the current entry becomes the page's.
if (entriesIn(history.state) > 0) history.replaceState({ ...history.state, [key]: 0 }, '')

addEventListener('popstate', (event) => {
  const found = entriesIn(history.state)
  if (isTraversing) {
    // This script triggered the step back, so hide it from other listeners.
    event.stopImmediatePropagation()
    isTraversing = false
    entries = found
    for (const navigate of navigations.splice(0)) navigate()
    return scheduleSync()
  }
  if (entries === 0 && found === 0 && overlays.length === 0) return
  const isSamePage = addressNow() === page
  entries = found
  if (isSamePage) {
    event.stopImmediatePropagation()
    if (overlays.length > entries) overlays.at(-1)?.requestClose()
  }
  scheduleSync()
})

/** Deferred: an overlay is often replaced at once, and one may stay open after a confirmation. */
function scheduleSync() {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    if (!isTraversing) syncEntries()
  })
}

function syncEntries() {
  if (entries > overlays.length) return traverse(overlays.length - entries)
  if (entries === 0) page = addressNow()
  while (entries < overlays.length) {
    entries += 1
    history.pushState({ ...history.state, [key]: entries }, '')
  }
}

function traverse(steps: number) {
  isTraversing = true
  history.go(steps)
}

/** Runs a navigation from the page's entry, so that going back never reaches a closed overlay. */
export function navigateFromPage(navigate: () => void) {
  if (entries === 0 && !isTraversing) return navigate()
  navigations.push(navigate)
  if (!isTraversing) traverse(-entries)
}

function onUnload(event: BeforeUnloadEvent) {
  if (overlays.some(({ hasUnsaved }) => hasUnsaved())) event.preventDefault()
}

/**
 * History entry of an open overlay: the back button requests its close, and any close removes the entry. `closeAbove`
 * closes the topmost overlay above it: an Escape pressed while an overlay appears still reaches the one below.
 */
export function useOverlayHistory(open: boolean, { requestClose, hasUnsaved = () => false }: Partial<Overlay>) {
  const ownOverlay = useRef<Overlay>(undefined)
  const newest = useRef<Overlay>({ requestClose: () => undefined, hasUnsaved })
  useLayoutEffect(() => {
    newest.current = { requestClose: () => requestClose?.(), hasUnsaved }
  })
  useLayoutEffect(() => {
    if (!open) return
    const overlay: Overlay = {
      requestClose: () => newest.current.requestClose(),
      hasUnsaved: () => newest.current.hasUnsaved(),
    }
    ownOverlay.current = overlay
    overlays.push(overlay)
    addEventListener('beforeunload', onUnload)
    scheduleSync()
    return () => {
      ownOverlay.current = undefined
      overlays.splice(overlays.indexOf(overlay), 1)
      if (overlays.length === 0) removeEventListener('beforeunload', onUnload)
      scheduleSync()
    }
  }, [open])
  return {
    closeAbove(): boolean {
      const top = overlays.at(-1)
      if (!top || top === ownOverlay.current) return false
      top.requestClose()
      return true
    },
  }
}
