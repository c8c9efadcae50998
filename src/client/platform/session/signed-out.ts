import { useSyncExternalStore } from 'react'
import type { readEndedSession } from '#contract/auth/endpoints.ts'
import type { SessionEndReason } from '#contract/sessions.ts'
import { boot } from '../boot.ts'
import { callUnparsed } from '../requests/api.ts'

let reason: SessionEndReason | null = boot()?.signedOut ?? null
const listeners = new Set<() => void>()

function set(next: SessionEndReason | null) {
  reason = next
  for (const listener of listeners) listener()
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

/** The live stream names the reason; otherwise the server knows it by the cookie. Asked in any case, so that it is told once. */
export async function learnSignedOut(told?: SessionEndReason) {
  if (told) set(told)
  const endpoint = { method: 'POST', path: '/auth/ended-session' } as const
  const answer = await callUnparsed<typeof readEndedSession>(endpoint, {}).catch(() => undefined)
  if (answer?.reason) set(answer.reason)
}
