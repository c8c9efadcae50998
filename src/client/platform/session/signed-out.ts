import { useSyncExternalStore } from 'react'
import type { readEndedSession } from '#contract/auth/endpoints.ts'
import type { SessionEndReason } from '#contract/sessions.ts'
import { boot } from '../boot.ts'
import { callUnparsed } from '../requests/api.ts'

let reason: SessionEndReason | null = boot()?.signedOut ?? null
const listeners = new Set<() => void>()

// The server says it once, to one tab. The others of this browser learn it from that one. Where pages are rendered on the server
// there are no tabs, and an open channel would keep the process from ending.
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

/** Why the person who was signed in here was signed out by somebody else. Shown once, on the landing page. */
export const useSignedOutReason = () =>
  useSyncExternalStore(
    subscribe,
    () => reason,
    () => null,
  )

export const forgetSignedOut = () => set(null)

/** `check` is called when another tab of this browser learns that its person was signed out. */
export function onSignedOutElsewhere(check: () => void): () => void {
  otherTabs?.addEventListener('message', check)
  return () => otherTabs?.removeEventListener('message', check)
}

/** The live stream may name the reason; otherwise the server knows it by the cookie. Asked in any case, so that it is told once. */
export async function learnSignedOut(told?: SessionEndReason) {
  if (told) tell(told)
  const endpoint = { method: 'POST', path: '/auth/ended-session' } as const
  const answer = await callUnparsed<typeof readEndedSession>(endpoint, {}).catch(() => undefined)
  if (answer?.reason) tell(answer.reason)
}
