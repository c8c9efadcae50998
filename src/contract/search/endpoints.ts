import { z } from 'zod'
import { id, instant, searchText } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { registrationStatus } from '../registrations/endpoints.ts'
import { taskStates } from '../tasks/rules.ts'

/** The most results of each kind. */
export const mostFound = 5

const FoundCompany = z.object({
  id,
  /** False for an account that never finished setup: `id` is the user's. */
  profileComplete: z.boolean(),
  name: z.string(),
  contactPersonName: z.string(),
  email: z.string(),
})

/** A registration of an event. */
const FoundPerson = z.object({
  id,
  eventId: id,
  eventTitle: z.string(),
  name: z.string(),
  email: z.string(),
  companyName: z.string().nullable(),
  code: z.string(),
  status: registrationStatus,
  /** False while the email address is not confirmed; the list of attendees has a filter for these. */
  confirmed: z.boolean(),
})

const FoundTask = z.object({
  id,
  title: z.string(),
  state: z.enum([...taskStates, 'archived']),
  closesAt: instant.nullable(),
})

const FoundEvent = z.object({
  id,
  title: z.string(),
  place: z.string().nullable(),
  eventDate: instant.nullable(),
  isActive: z.boolean(),
  cancelledAt: instant.nullable(),
})

const FoundReport = z.object({
  id,
  /** Null for a report of the whole challenge. */
  companyName: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  createdAt: instant,
})

const FoundSubmission = z.object({
  id,
  taskTitle: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'fix']),
  submittedAt: instant,
})

/** The best matches of each kind, at most five; a kind that the role does not search stays empty. */
export const SearchResults = z.object({
  companies: z.array(FoundCompany),
  people: z.array(FoundPerson),
  tasks: z.array(FoundTask),
  events: z.array(FoundEvent),
  reports: z.array(FoundReport),
  submissions: z.array(FoundSubmission),
})
export type SearchResults = z.output<typeof SearchResults>

export const searchEverything = endpoint({
  method: 'GET',
  path: '/search',
  access: 'signed-in',
  summary:
    'Search by `q`: companies, people of events, tasks, events and reports for administrators; open tasks, events and own submissions for a company',
  query: z.strictObject({ q: searchText.default('') }),
  reply: SearchResults,
})
