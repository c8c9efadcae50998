import { forget, recall, remember } from '#client/platform/session/session-storage.ts'
import type { FieldName } from '#contract/registrations/form-fields.ts'

export type Fields = Record<FieldName, string>

/** The last registration on this page, so that a reload does not show the form again. */
export type Sent = {
  firstName: string
  email: string
  waiting: boolean
  /** True if the registration needs a confirmation by email. */
  toConfirm?: boolean
  /** Minutes since this browser registered the same address. Only the browser knows; the server reveals nothing. */
  minutesSince?: number
}

export const typedKey = (eventId: string) => `registration-typed:${eventId}`
const sentKey = (eventId: string) => `registration-sent:${eventId}`

export const keepTyped = (eventId: string, fields: Fields) => remember(typedKey(eventId), JSON.stringify(fields))
export const recallTyped = (eventId: string): Partial<Fields> | undefined => read(typedKey(eventId))
export const forgetTyped = (eventId: string) => forget(typedKey(eventId))

export const keepSent = (eventId: string, sent: Sent) => remember(sentKey(eventId), JSON.stringify(sent))
export const recallSent = (eventId: string): Sent | undefined => read<Sent>(sentKey(eventId))
export const forgetSent = (eventId: string) => forget(sentKey(eventId))

const registeredKey = (eventId: string) => `registration-addresses:${eventId}`
const hour = 3_600_000

/** Records the address in this browser; returns the minutes since an earlier registration within the hour. */
export function noteRegistered(eventId: string, email: string, now = Date.now()): number | undefined {
  const key = email.trim().toLowerCase()
  const times = read<Record<string, number>>(registeredKey(eventId)) ?? {}
  const before = times[key]
  const isRecent = before !== undefined && before <= now && now - before < hour
  remember(registeredKey(eventId), JSON.stringify({ ...times, [key]: isRecent ? before : now }))
  return isRecent ? Math.floor((now - before) / 60_000) : undefined
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(recall(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
