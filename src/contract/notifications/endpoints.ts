import { z } from 'zod'
import { formattedText } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'

const kind = z.enum(notificationKinds)

export const NotificationChoices = z.object({
  /** The receiving address. Null without a company. */
  address: z.string().nullable(),
  /** The account's email, and whether it is confirmed. Nothing depends on the confirmation. */
  account: z.object({ email: z.string(), isConfirmed: z.boolean() }),
  /** The kinds that are sent; a kind without a choice is sent. */
  choices: z.record(kind, z.boolean()),
})
export type NotificationChoices = z.output<typeof NotificationChoices>

export const readNotificationChoices = endpoint({
  method: 'GET',
  path: '/auth/notifications',
  access: 'company',
  summary: 'Which emails this account gets',
  reply: NotificationChoices,
})

const choicesByKind = Object.fromEntries(notificationKinds.map((kind) => [kind, z.boolean()])) as Record<
  NotificationKind,
  z.ZodBoolean
>

export const NotificationChanges = z.strictObject({
  choices: z.strictObject(choicesByKind).partial(),
})
export type NotificationChanges = z.input<typeof NotificationChanges>

export const changeNotificationChoices = endpoint({
  method: 'PATCH',
  path: '/auth/notifications',
  access: 'company',
  summary: 'Choose which emails this account gets; kinds that are not named stay as they are',
  body: NotificationChanges,
  reply: NotificationChoices,
})

/** The secret in the link of an email. */
const params = z.object({ token: formattedText(/^[A-Za-z0-9_-]{20,100}$/, { max: 100 }) })
const Unsubscription = z.object({ kind, wanted: z.boolean() })

export const openUnsubscription = endpoint({
  method: 'GET',
  path: '/auth/unsubscriptions/:token',
  access: 'public',
  summary: 'For mail programs that open the address of `List-Unsubscribe`: goes to the page with the button',
  params,
  reply: z.undefined(),
  status: 302,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/auth/unsubscriptions/:token',
  access: 'public',
  withoutSession: true,
  summary: 'Switch off the kind of email that the link came with, without signing in (RFC 8058); the body is not read',
  params,
  bodyContentType: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  reply: Unsubscription,
})

export const undoUnsubscription = endpoint({
  method: 'DELETE',
  path: '/auth/unsubscriptions/:token',
  access: 'public',
  summary: 'Switch it on again',
  params,
  reply: Unsubscription,
})
