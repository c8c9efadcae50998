import { forget, recall, remember } from '#client/platform/tab-memory.ts'

/** What the form asks for, in the order in which it does. */
export const fieldNames = ['firstName', 'lastName', 'email', 'phone', 'companyName'] as const
export type FieldName = (typeof fieldNames)[number]
export type Fields = Record<FieldName, string>

/** Who has just registered here; a reload must not offer the form again. */
export type Sent = { firstName: string; email: string; waiting: boolean }

const blank: Fields = { firstName: '', lastName: '', email: '', phone: '', companyName: '' }
const typedKey = (eventId: string) => `registration-typed:${eventId}`
const sentKey = (eventId: string) => `registration-sent:${eventId}`

export const keepTyped = (eventId: string, fields: Fields) => remember(typedKey(eventId), JSON.stringify(fields))
export const recallTyped = (eventId: string): Fields => ({ ...blank, ...read<Partial<Fields>>(typedKey(eventId)) })
export const forgetTyped = (eventId: string) => forget(typedKey(eventId))

export const keepSent = (eventId: string, sent: Sent) => remember(sentKey(eventId), JSON.stringify(sent))
export const recallSent = (eventId: string): Sent | undefined => read<Sent>(sentKey(eventId))
export const forgetSent = (eventId: string) => forget(sentKey(eventId))

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(recall(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
