import { useLayoutEffect, useRef } from 'react'

/** An open dialog, sheet or confirmation. */
interface Overlay {
  requestClose: () => void
  hasUnsaved: () => boolean
}

/** Open overlays, the topmost last. */
const overlays: Overlay[] = []
/** How many history entries lie above the page's own. Wanted: one per open overlay, so that the back button closes it. */
let entries = 0
/** The page on which those entries were made. */
let page = ''
let isTraversing = false
let isScheduled = false
const navigations: (() => void)[] = []

const key = 'overlays'
const addressNow = () => location.pathname + location.search + location.hash
const entriesIn = (state: unknown): number =>
  typeof state === 'object' && state !== null && key in state ? Number(state[key]) : 0

// After a reload no overlay is open, and the entry of one that was is an ordinary entry of the page.
if (entriesIn(history.state) > 0) history.replaceState({ ...history.state, [key]: 0 }, '')

addEventListener('popstate', (event) => {
  const found = entriesIn(history.state)
  if (isTraversing) {
    // Our own step back: nobody else has to know.
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

/** Later, because one overlay is often replaced by the next in the same moment, and one that was asked may stay open. */
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

/** For every navigation inside the app: it starts from the page's own entry, so that going back never meets a closed overlay. */
export function navigateFromPage(navigate: () => void) {
  if (entries === 0 && !isTraversing) return navigate()
  navigations.push(navigate)
  if (!isTraversing) traverse(-entries)
}

function onUnload(event: BeforeUnloadEvent) {
  if (overlays.some(({ hasUnsaved }) => hasUnsaved())) event.preventDefault()
}

/**
 * Gives an open overlay its history entry: the back button asks it to close, and closing it in any way takes the entry away.
 * `closeAbove` asks the topmost overlay above it, if there is one: an Escape pressed the moment an overlay appears still
 * reaches the one below.
 */
export function useOverlayHistory(open: boolean, { requestClose, hasUnsaved = () => false }: Partial<Overlay>) {
  const own = useRef<Overlay>(undefined)
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
    own.current = overlay
    overlays.push(overlay)
    addEventListener('beforeunload', onUnload)
    scheduleSync()
    return () => {
      own.current = undefined
      overlays.splice(overlays.indexOf(overlay), 1)
      if (overlays.length === 0) removeEventListener('beforeunload', onUnload)
      scheduleSync()
    }
  }, [open])
  return {
    closeAbove(): boolean {
      const top = overlays.at(-1)
      if (!top || top === own.current) return false
      top.requestClose()
      return true
    },
  }
}
