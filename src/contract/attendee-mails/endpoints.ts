import { z } from 'zod'
import { count, id, instant, limits, text } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** `all`: pending and approved attendees; `absent`: approved and not checked in, once the event is over. */
const messageAudience = z.enum(['all', 'approved', 'absent'])
export type MessageAudience = z.output<typeof messageAudience>

/** Supports the placeholders of the confirmation email. */
export const NewEventMessage = z.strictObject({
  audience: messageAudience,
  subject: text({ min: 1, max: 200, message: 'Subject is required' }),
  text: text({ min: 1, max: limits.description, message: 'Message is required' }),
})
export type NewEventMessage = z.input<typeof NewEventMessage>

export const EventMessage = z.object({
  id,
  audience: messageAudience,
  /** The typed text, with placeholders. */
  subject: z.string(),
  text: z.string(),
  sentBy: z.string().nullable(),
  sentAt: instant,
  /** Counts recipients, and how many of their emails were sent or failed so far. */
  recipients: count,
  sent: count,
  failed: count,
})
export type EventMessage = z.output<typeof EventMessage>

const event = z.object({ id })

export const listEventMessages = endpoint({
  method: 'GET',
  path: '/events/:id/messages',
  access: 'administrator',
  summary: 'What organisers wrote to the attendees, the latest first, and how far it has got',
  params: event,
  reply: z.array(EventMessage),
  problems: ['event-gone'],
})

export const previewEventMessage = endpoint({
  method: 'POST',
  path: '/events/:id/message-preview',
  access: 'administrator',
  summary: 'How many would get this message, and the email as the first of them would get it; nothing is sent',
  duringMaintenance: true,
  params: event,
  body: NewEventMessage,
  reply: z.object({
    recipients: count,
    /** Counts the recipients who have switched messages off and get no email. */
    mailsOff: count,
    /** Null without a recipient. */
    email: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }).nullable(),
  }),
  problems: ['event-gone', 'event-not-over'],
})

export const sendEventMessage = endpoint({
  method: 'POST',
  path: '/events/:id/messages',
  idempotent: true,
  access: 'administrator',
  summary: 'Email attendees of an event, each once; those who switched messages off get none',
  params: event,
  body: NewEventMessage,
  reply: EventMessage,
  status: 201,
  problems: ['event-gone', 'event-not-over', 'no-recipients'],
})

export const retryMessageMails = endpoint({
  method: 'POST',
  path: '/events/:id/messages/:messageId/mail-retries',
  access: 'administrator',
  summary: 'Try the failed emails of a message again; who cancelled or switched messages off meanwhile gets none',
  params: z.object({ id, messageId: id }),
  reply: z.object({ retried: count }),
  problems: ['event-gone', 'not-found'],
})
