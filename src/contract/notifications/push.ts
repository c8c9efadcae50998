import { z } from 'zod'
import { boundedText, formattedText } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** The browser of the calling session. */
export const PushDevice = z.object({
  /** The browser subscribes with it; null for an installation without push notifications. */
  publicKey: z.string().nullable(),
  isOn: z.boolean(),
})
export type PushDevice = z.output<typeof PushDevice>

export const readPushDevice = endpoint({
  method: 'GET',
  path: '/auth/push-device',
  access: 'company',
  summary: 'Whether the browser of this session gets notifications, and the key it subscribes with',
  reply: PushDevice,
})

const base64url = (shortest: number, longest: number) =>
  formattedText(new RegExp(`^[A-Za-z0-9_-]{${shortest},${longest}}={0,2}$`), { max: longest + 2 })

/** The JSON of `PushSubscription.toJSON()`. */
export const PushSubscription = z.strictObject({
  endpoint: boundedText(1_000).min(1),
  keys: z.strictObject({ p256dh: base64url(86, 88), auth: base64url(22, 24) }),
})
export type PushSubscription = z.input<typeof PushSubscription>

export const setPushDevice = endpoint({
  method: 'POST',
  path: '/auth/push-device',
  access: 'company',
  summary:
    'Send notifications to the browser of this session, for the kinds of emails that are switched on. Ends with the session.',
  body: PushSubscription,
  reply: PushDevice,
  problems: ['push-subscription-unusable'],
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/auth/push-device',
  access: 'company',
  summary: 'Send no more notifications to the browser of this session',
  reply: PushDevice,
})
