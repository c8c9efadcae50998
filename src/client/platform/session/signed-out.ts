import { useSyncExternalStore } from 'react'
import type { readEndedSession } from '#contract/auth/endpoints.ts'
import type { SessionEndReason } from '#contract/sessions.ts'
import { boot } from '../boot.ts'
import { callUnparsed } from '../requests/api.ts'

let reason: SessionEndReason | null = boot()?.signedOut ?? null
const listeners = new Set<() => void>()

// The server reports the reason once, to one tab, which broadcasts it to the others. Not during server rendering,
// where an open channel would keep the process alive.
const otherTabs = typeof document === 'object' ? new BroadcastChannel('signed-out') : undefined
otherTabs?.addEventListener('message', ({ data }: MessageEvent<SessionEndReason>) => set(data))

function set(next: SessionEndReason | null) {
  reason = next
  for (const listener of listeners) listener()
}

function tell(learned: SessionEndReason) {
  set(learned)
  otherTabs?.postMessage(learned)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reason of a sign-out by another person. Displayed once, on the landing page. */
export const useSignedOutReason = () =>
  useSyncExternalStore(
    subscribe,
    () => reason,
    () => null,
  )

export const forgetSignedOut = () => set(null)

/** Runs `check` when another tab of this browser reports a sign-out. */
export function onSignedOutElsewhere(check: () => void): () => void {
  otherTabs?.addEventListener('message', check)
  return () => otherTabs?.removeEventListener('message', check)
}

/**
 * Takes the reason from the live stream, or from the server by the cookie. Always calls the server, so that it reports
 * the reason once only.
 */
export async function learnSignedOut(reason?: SessionEndReason) {
  if (reason) tell(reason)
  const endpoint = { method: 'POST', path: '/auth/ended-session' } as const
  const answer = await callUnparsed<typeof readEndedSession>(endpoint, {}).catch(() => undefined)
  if (answer?.reason) tell(answer.reason)
}
