import { z } from 'zod'
import { count, email, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const rows = z.array(z.record(z.string(), z.unknown()))

/** All data stored for the person and the company behind an address. Files are listed with their hash. */
export const PersonalData = z.object({
  email: z.string(),
  exportedAt: instant,
  accounts: rows,
  companies: rows,
  /** Companies of other accounts with this address as their contact. */
  contactOf: rows,
  teamSizes: rows,
  teamSizeChanges: rows,
  pointEntries: rows,
  proofs: rows,
  drafts: rows,
  teamLinks: rows,
  files: rows,
  reports: rows,
  registrations: rows,
  doorScans: rows,
  notices: rows,
  notificationChoices: rows,
  devices: rows,
  sessions: rows,
  emails: rows,
  auditEntries: rows,
})
export type PersonalData = z.output<typeof PersonalData>

/** Counts of erased rows by kind; all zero when nothing was stored. */
export const Erasure = z.object({
  accounts: count,
  companies: count,
  /** Companies of other accounts that had this address as their contact; it was replaced by their account's address. */
  contacts: count,
  registrations: count,
  emails: count,
  files: count,
})
export type Erasure = z.output<typeof Erasure>

const body = z.strictObject({ email })

export const exportPersonalData = endpoint({
  method: 'POST',
  path: '/admin/personal-data-exports',
  access: 'administrator',
  summary: 'Everything that is held about the person and the company behind an email address',
  body,
  reply: PersonalData,
})

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/admin/erasures',
  access: 'administrator',
  summary:
    'Erase the person and the company behind an email address everywhere, for good. Points and ranks stay under a pseudonym; a repeat changes nothing',
  body,
  reply: Erasure,
  problems: ['erase-yourself', 'erase-last-administrator'],
})
