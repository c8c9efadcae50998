import { Building2, CalendarDays, FileText, Inbox, List, ListChecks, UserRound } from 'lucide-react'
import { dayOf, momentOf } from '#client/platform/formats/dates.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { formatDays } from '#contract/analytics/day-texts.ts'
import { mostFound, type SearchResults } from '#contract/search/endpoints.ts'
import type { SearchEntry, SearchGroup } from './entries.ts'

type Found = { results: SearchResults; q: string; isAdmin: boolean }

/** The answer as groups of entries; each entry leads to its thing. */
export function groupResults({ results, q, isAdmin }: Found): SearchGroup[] {
  const { companies, people, tasks, events, reports, submissions } = results
  const whole = { q, isAdmin }
  return [
    {
      name: 'Companies',
      entries: withWholeList(companies.map(companyEntry), 'All matching companies', paths.companies, whole),
    },
    { name: 'People', entries: people.map(personEntry) },
    {
      name: 'Tasks',
      entries: withWholeList(
        tasks.map((task) => taskEntry(task, isAdmin)),
        'All matching tasks',
        paths.tasks,
        whole,
      ),
    },
    { name: 'Your submissions', entries: submissions.map(submissionEntry) },
    {
      name: 'Events',
      entries: withWholeList(
        events.map((event) => eventEntry(event, isAdmin)),
        'All matching events',
        paths.events,
        whole,
      ),
    },
    { name: 'Reports', entries: reports.map(reportEntry) },
  ]
}

/** Adds the way to the list with the same search, if there may be more. Companies have no searchable lists. */
function withWholeList(
  entries: SearchEntry[],
  label: string,
  path: string,
  { q, isAdmin }: Omit<Found, 'results'>,
): SearchEntry[] {
  if (!isAdmin || entries.length < mostFound) return entries
  return [...entries, { key: `all ${path}`, kind: 'other', label, icon: List, target: searched(path, q) }]
}

const searched = (path: string, q: string) => `${path}?${new URLSearchParams({ q })}`

const joined = (...facts: (string | null)[]) => facts.filter(Boolean).join(' · ')

type One<Kind extends keyof SearchResults> = SearchResults[Kind][number]

const companyEntry = ({ id, profileComplete, name, contactPersonName, email }: One<'companies'>): SearchEntry => ({
  key: `company ${id}`,
  kind: 'thing',
  label: name || email,
  detail: joined(profileComplete ? null : 'Profile incomplete', contactPersonName, email),
  icon: Building2,
  // An account without a profile has no page of its own.
  target: profileComplete ? paths.company(id) : searched(paths.companies, email),
})

const personEntry = ({
  id,
  eventId,
  eventTitle,
  name,
  email,
  companyName,
  code,
  confirmed,
}: One<'people'>): SearchEntry => ({
  key: `person ${id}`,
  kind: 'thing',
  label: name,
  detail: joined(eventTitle, email, companyName, code),
  icon: UserRound,
  target: `${searched(paths.attendees(eventId), code)}${confirmed ? '' : '&confirmed=no'}`,
})

const stateWords: Record<One<'tasks'>['state'], string> = {
  scheduled: 'Not open yet',
  open: 'Open',
  grace: 'Closed',
  closed: 'Closed',
  archived: 'Archived',
}

const taskEntry = ({ id, title, state, closesAt }: One<'tasks'>, isAdmin: boolean): SearchEntry => ({
  key: `task ${id}`,
  kind: 'thing',
  label: title,
  detail: joined(stateWords[state], state === 'open' && closesAt ? `Closes ${momentOf(closesAt)}` : null),
  icon: ListChecks,
  target: isAdmin ? `${searched(paths.tasks, title)}${state === 'archived' ? '&show=archived' : ''}` : paths.task(id),
})

const submissionEntry = ({ id, taskTitle, status, submittedAt }: One<'submissions'>): SearchEntry => ({
  key: `submission ${id}`,
  kind: 'thing',
  label: taskTitle,
  detail: joined(submissionWords[status], `Submitted ${momentOf(submittedAt)}`),
  icon: Inbox,
  target: paths.submission(id),
})

const submissionWords: Record<One<'submissions'>['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  fix: 'Needs a fix',
}

const eventEntry = (
  { id, title, place, eventDate, isActive, cancelledAt }: One<'events'>,
  isAdmin: boolean,
): SearchEntry => ({
  key: `event ${id}`,
  kind: 'thing',
  label: title,
  detail: joined(
    cancelledAt ? 'Cancelled' : isActive ? null : 'Inactive',
    eventDate ? momentOf(eventDate) : 'Date to be announced',
    place,
  ),
  icon: CalendarDays,
  target: isAdmin ? paths.attendees(id) : paths.eventRegistration(id),
})

const reportEntry = ({ id, companyName, from, to, createdAt }: One<'reports'>): SearchEntry => ({
  key: `report ${id}`,
  kind: 'thing',
  label: companyName ?? 'The whole challenge',
  detail: joined(formatDays({ from, to }), `Made ${dayOf(createdAt)}`),
  icon: FileText,
  target: paths.reports,
})
