import { z } from 'zod'
import { id, instant, listQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** An email to a company's contact or sign-in address, without its content. */
export const CompanyMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  /** `held`: restored from a backup, so an operator decides. */
  state: z.enum(['queued', 'held', 'sent', 'failed']),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** The reason of the last failed attempt. */
  error: z.string().nullable(),
})
export type CompanyMail = z.output<typeof CompanyMail>

export const listCompanyMails = endpoint({
  method: 'GET',
  path: '/admin/companies/:id/mails',
  access: 'administrator',
  summary: 'The emails to the addresses of a company, the newest first',
  params: z.object({ id }),
  query: listQuery({ columns: ['createdAt'], sort: 'createdAt', limit: 50 }).omit({ q: true }),
  reply: z.array(CompanyMail),
})
