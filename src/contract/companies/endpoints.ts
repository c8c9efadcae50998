import { z } from 'zod'
import { brandColors } from '../branding/branding.ts'
import {
  amount,
  boundedText,
  companyName,
  count,
  email,
  hexColor,
  id,
  instant,
  listQuery,
  password,
  personName,
  phone,
  whole,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { TeamSizeChange } from './team-size-changes.ts'

export const defaultBrandingColor = brandColors.ink

/** Visible to the company and to administrators. */
export const Company = z.object({
  id,
  name: z.string(),
  contactPersonName: z.string(),
  email: z.string(),
  phone: z.string(),
  teamSize: count,
  logoUrl: z.string().nullable(),
  brandingColor: z.string(),
  totalPoints: amount,
  totalCaloriesBurned: amount,
  dailyGoal: count,
  userId: id.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Company = z.output<typeof Company>

const contact = {
  name: companyName({ min: 2, message: 'Company name is required' }),
  contactPersonName: personName({ min: 2, message: 'Contact person name is required' }),
  email,
  phone: phone(),
}
export const teamSize = whole(1, 1_000_000, { name: 'Team size' })
// Logos are uploads of our own; a foreign address would track every reader.
const elsewhere = 'Upload the logo instead of linking to it'
const noLogo = z.literal('', elsewhere)
/** The path of an upload; a logo can be replaced, not removed. */
const logoUrl = boundedText(42, { message: elsewhere, tooLong: elsewhere }).regex(
  /^(logos\/[0-9a-f]{32}\.(jpg|png))?$/,
  elsewhere,
)

export const NewCompany = z.strictObject({
  ...contact,
  teamSize: teamSize.default(1),
  logoUrl: noLogo.default(''),
  brandingColor: hexColor.default(defaultBrandingColor),
})
export type NewCompany = z.input<typeof NewCompany>

export const CompanyChanges = z
  .strictObject({
    ...contact,
    teamSize,
    dailyGoal: whole(1, 1_000_000, { name: 'Daily goal' }),
    brandingColor: hexColor,
    logoUrl,
  })
  .partial()
export type CompanyChanges = z.input<typeof CompanyChanges>

const companyId = z.object({ id })

export const createCompany = endpoint({
  method: 'POST',
  path: '/companies',
  access: 'company',
  summary: 'Create the company profile of the signed-in user',
  body: NewCompany,
  reply: Company,
  status: 201,
  problems: ['company-exists', 'company-email-taken', 'company-name-taken', 'company-name-reserved'],
})

export const listCompanies = endpoint({
  method: 'GET',
  path: '/companies',
  access: 'administrator',
  summary: 'Every company, by name',
  reply: z.array(Company),
})

export const readCompany = endpoint({
  method: 'GET',
  path: '/companies/:id',
  access: 'signed-in',
  summary: 'One company: the own one, or any for administrators',
  params: companyId,
  reply: Company,
})

export const editCompany = endpoint({
  method: 'PATCH',
  path: '/companies/:id',
  access: 'signed-in',
  summary: 'Edit the company profile; organisers may also give a reserved name',
  params: companyId,
  body: CompanyChanges,
  reply: Company,
  problems: [
    'company-email-taken',
    'company-name-taken',
    'company-name-reserved',
    'company-logo',
    'files-preparing',
    'storage-unavailable',
    'storage-full',
  ],
})

/** A team size, and from when points count with it. */
const TeamSize = z.object({
  size: count,
  since: instant,
  /** True if an administrator set it; null for sizes from before changes were recorded. */
  byAdministrator: z.boolean().nullable(),
})

export const listTeamSizes = endpoint({
  method: 'GET',
  path: '/companies/:id/team-sizes',
  access: 'signed-in',
  summary: 'Which team size a company had since when, the newest first',
  params: companyId,
  reply: z.array(TeamSize),
})

/** A row of the administrators' table; without a company it is an account that never finished setup. */
export const CompanyRow = z.object({
  id,
  /** False: `id` is the user's, the names are the draft from signup, and the table says `Profile incomplete`. */
  profileComplete: z.boolean(),
  name: z.string(),
  contactPersonName: z.string(),
  email: z.string(),
  /** The company's sign-in address; it can differ from its contact address. */
  loginEmail: z.string().nullable(),
  phone: z.string(),
  teamSize: count.nullable(),
  totalPoints: amount.nullable(),
  hidden: z.boolean(),
  disabled: z.boolean(),
  createdAt: instant,
})
export type CompanyRow = z.output<typeof CompanyRow>

export const companyOrders = ['name', 'contactPersonName', 'email', 'teamSize', 'totalPoints', 'createdAt'] as const

const query = listQuery({ columns: companyOrders, sort: 'name' })

export const listCompanyRows = endpoint({
  method: 'GET',
  path: '/admin/companies',
  access: 'administrator',
  summary: 'The company table: search by `q`, order by `sort`, page by `limit` and `cursor`',
  query,
  reply: z.array(CompanyRow),
})

/** Details of one company for administrators, beside its lists. */
export const CompanyDetails = CompanyRow.extend({
  logoUrl: z.string().nullable(),
  brandingColor: z.string().nullable(),
  totalCaloriesBurned: amount.nullable(),
  /** The change of team size that does not count yet. */
  teamSizeChange: TeamSizeChange.nullable(),
})
export type CompanyDetails = z.output<typeof CompanyDetails>

export const readCompanyDetails = endpoint({
  method: 'GET',
  path: '/admin/companies/:id',
  access: 'administrator',
  summary: 'One company of the company table, or an account that never finished setup',
  params: companyId,
  reply: CompanyDetails,
})

export const exportCompanies = endpoint({
  method: 'GET',
  path: '/admin/companies.csv',
  access: 'administrator',
  summary: 'The company table as CSV',
  query: query.pick({ q: true, sort: true }),
  reply: z.string(),
  contentType: 'text/csv',
})

export const resetCompanyPassword = endpoint({
  method: 'PATCH',
  path: '/admin/companies/:id/password',
  access: 'administrator',
  summary: 'Give a company a new password; ends its sessions',
  params: companyId,
  body: z.strictObject({ password: password('Password must be at least 8 characters long') }),
  reply: z.object({ message: z.string() }),
  problems: ['weak-password'],
})

export const setCompanyStatus = endpoint({
  method: 'PATCH',
  path: '/admin/companies/:id',
  access: 'administrator',
  summary: 'Hide a company from the leaderboard, or disable its account',
  params: companyId,
  body: z.strictObject({ hidden: z.boolean(), disabled: z.boolean() }).partial(),
  reply: CompanyRow,
})
