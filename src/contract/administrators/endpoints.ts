import { z } from 'zod'
import { count, email, id, instant, listQuery, password, personName } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const Administrator = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  createdAt: instant,
  disabled: z.boolean(),
  /** The expiry of the temporary password; null once the administrator has chosen a password. */
  passwordExpiresAt: instant.nullable(),
})
export type Administrator = z.output<typeof Administrator>

export const NewAdministrator = z.strictObject({
  email,
  firstName: personName({ min: 1, message: 'First name is required' }),
  lastName: personName({ min: 1, message: 'Last name is required' }),
  password: password(),
})

/** The form asks for the password twice; the second entry stays in the browser. */
export const NewAdministratorForm = NewAdministrator.extend({ confirmPassword: password() }).refine(
  (value) => value.password === value.confirmPassword,
  { path: ['confirmPassword'], message: "Passwords don't match" },
)
export type NewAdministratorForm = z.input<typeof NewAdministratorForm>

export const listAdministrators = endpoint({
  method: 'GET',
  path: '/admin/admins',
  access: 'administrator',
  summary: 'Every administrator, the oldest first',
  query: listQuery({ columns: ['createdAt', 'name', 'email'], sort: 'createdAt' }),
  reply: z.array(Administrator),
})

export const exportAdministrators = endpoint({
  method: 'GET',
  path: '/admin/admins.csv',
  access: 'administrator',
  summary: 'The administrator table as CSV',
  reply: z.string(),
  contentType: 'text/csv',
})

export const createAdministrator = endpoint({
  method: 'POST',
  path: '/admin/admins',
  idempotent: true,
  access: 'administrator',
  summary: 'Create an administrator with a temporary password and send a welcome mail',
  body: NewAdministrator,
  reply: Administrator,
  status: 201,
  problems: ['email-taken', 'weak-password'],
})

export const setAdministratorStatus = endpoint({
  method: 'PATCH',
  path: '/admin/admins/:id',
  access: 'administrator',
  summary: 'Disable or enable another administrator',
  params: z.object({ id }),
  body: z.strictObject({ disabled: z.boolean() }),
  reply: Administrator,
  problems: ['not-yourself', 'last-administrator'],
})

export const AuditEntry = z.object({
  id: count,
  at: instant,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'administrator',
  summary: 'What administrators did, the newest first',
  query: listQuery({ columns: ['at'], sort: 'at', limit: 50 }).extend({
    /** Only entries about this company, its account and its proofs. */
    companyId: id.optional(),
  }),
  reply: z.array(AuditEntry),
})

export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit.csv',
  access: 'administrator',
  summary: 'The audit log as CSV',
  reply: z.string(),
  contentType: 'text/csv',
})
