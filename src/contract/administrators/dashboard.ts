import { z } from 'zod'
import { count, id } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** First steps of an empty installation; each is true once it is done. */
const FirstSteps = z.object({
  task: z.boolean(),
  event: z.boolean(),
  /** True once a company has signed up. */
  company: z.boolean(),
  /** True once an administrator has asked for a test email. */
  email: z.boolean(),
  backups: z.boolean(),
})
export type FirstSteps = z.output<typeof FirstSteps>

export const AdminDashboard = z.object({
  /** Emails that were given up, of any kind. */
  failedMails: count,
  /** Events with attendees whose last email was given up, at most five. */
  eventsWithFailedMails: z.array(z.object({ id, title: z.string(), mails: count })),
  /** Null once all of them are done, the first proof has come, or an administrator has dismissed them. */
  firstSteps: FirstSteps.nullable(),
})
export type AdminDashboard = z.output<typeof AdminDashboard>

export const readAdminDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  access: 'administrator',
  summary: 'Emails that were given up, and the first steps of a new installation',
  reply: AdminDashboard,
})

export const dismissFirstSteps = endpoint({
  method: 'DELETE',
  path: '/admin/first-steps',
  access: 'administrator',
  summary: 'Dismiss the first steps for every administrator',
  reply: z.undefined(),
  status: 204,
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/admin/test-emails',
  access: 'administrator',
  summary: 'Email a test to oneself',
  reply: z.object({ to: z.string() }),
  status: 201,
  problems: ['too-many-requests'],
})
