import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { type ActiveFilters, asPage, type ListView } from '#client/platform/navigation/list-url.ts'
import { ApiProblem, call, callPage, type ReplyOf } from '#client/platform/requests/api.ts'
import { type ManagedEvent, readEvent } from '#contract/events/endpoints.ts'
import {
  countRegistrations,
  decideRegistration,
  decideRegistrations,
  listRegistrations,
  type Registration,
  readDoorList,
  registrationStatus,
  reissueCode,
  reopenRegistration,
  resendMail,
  retryMails,
} from '#contract/registrations/endpoints.ts'
import { emailsText, nameOf } from './attendee-labels.ts'

export const attendeeFilters = {
  status: registrationStatus.options,
  checkedIn: ['yes', 'no'],
  confirmed: ['no'],
} as const
export type AttendeeFilters = ActiveFilters<typeof attendeeFilters>
export interface AttendeeView extends ListView {
  activeFilters: AttendeeFilters
}

/** The event for administrators; null if it does not exist. */
export const managedEventOf = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'managed'],
    queryFn: (): Promise<ManagedEvent | null> =>
      (call(readEvent, { params: { id: eventId } }) as Promise<ManagedEvent>).catch((error: unknown) => {
        // A malformed id gets status 400 instead of 404.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return null
        throw error
      }),
  })

// The first three words are the live topic, so that new registrations invalidate the list.
const topicOf = (eventId: string) => ['events', eventId, 'registrations'] as const

export const attendeeTable = (eventId: string, { activeFilters, ...view }: AttendeeView) =>
  queryOptions({
    queryKey: [...topicOf(eventId), 'table', view, activeFilters],
    queryFn: async () => ({
      ...(await callPage(listRegistrations, {
        params: { id: eventId },
        query: { ...asPage(view), ...activeFilters },
      })),
      // `view` identifies these rows, which stay as a placeholder while the next view loads.
      view: JSON.stringify([view, activeFilters]),
    }),
    placeholderData: keepPreviousData,
  })

export const attendeeCounts = (eventId: string) =>
  queryOptions({
    queryKey: [...topicOf(eventId), 'counts'],
    queryFn: () => call(countRegistrations, { params: { id: eventId } }),
  })

export type AttendeeCounts = ReplyOf<typeof countRegistrations>

export const doorListOf = (eventId: string) =>
  queryOptions({
    queryKey: [...topicOf(eventId), 'door-list'],
    queryFn: () => call(readDoorList, { params: { id: eventId } }),
  })

const mostInOneAnswer = 1_000

/** Reads all pages of a view. */
export async function readAllFound(eventId: string, { q, sort, activeFilters }: Omit<AttendeeView, 'page'>) {
  const found: Registration[] = []
  for (;;) {
    const query = { ...(q ? { q } : {}), ...activeFilters, sort, limit: mostInOneAnswer, cursor: found.length }
    const { items, total } = await callPage(listRegistrations, { params: { id: eventId }, query })
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}

export type Decision = { status: 'approved' | 'rejected'; reason?: string | undefined }

export const decideAll = (eventId: string, ids: string[], decision: Decision) =>
  call(decideRegistrations, { params: { id: eventId }, body: { ids, ...decision } })

export type AttendeeDecision = Decision & { attendee: Registration }
export const decisionKey = (eventId: string) => [...topicOf(eventId), 'decision']

const decisionDone = {
  approved: 'is approved. The email with the QR code is on its way.',
  rejected: 'is rejected and gets an email about it.',
}

/** The specified sentence, followed by the server's reason. */
export function failureWithReason(title: string, specified: string) {
  return (error: unknown) => {
    const reason = sentenceOf(error, '')
    return { title, description: reason ? `${specified}. ${reason}` : specified }
  }
}

export const decisionFailure = failureWithReason('Update Failed', 'Failed to update attendee status')

export function useDecision(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationKey: decisionKey(eventId),
    mutationFn: ({ attendee, ...body }: AttendeeDecision) =>
      call(decideRegistration, { params: { id: eventId, attendeeId: attendee.id }, body }),
    onSuccess: (attendee) => replaceInLists(client, attendee),
    // Also after an error: a colleague may have decided first, and the list must say so.
    onSettled: () => void refresh(client, eventId),
    success: (_, { attendee, status }) => ({
      title: 'Status Updated',
      description: `${nameOf(attendee)} ${decisionDone[status]}`,
    }),
    failure: decisionFailure,
  })
}

const attendeeCalls = {
  resend: {
    endpoint: resendMail,
    title: 'Email Resent',
    done: 'gets the email with the QR code again.',
    failure: failureWithReason('Resend Failed', 'Failed to resend email'),
  },
  reissue: {
    endpoint: reissueCode,
    title: 'New QR Code Sent',
    done: 'gets an email with the new code. The old one no longer works.',
    failure: failureWithReason('New QR code failed', 'The old code is still valid'),
  },
  reopen: {
    endpoint: reopenRegistration,
    title: 'Status Updated',
    done: 'is awaiting a decision again.',
    failure: decisionFailure,
  },
}
export type AttendeeCall = keyof typeof attendeeCalls

export function useAttendeeCall(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ name, attendee: { id } }: { name: AttendeeCall; attendee: Registration }): Promise<Registration> =>
      call(attendeeCalls[name].endpoint, { params: { id: eventId, attendeeId: id } }),
    onSuccess: (attendee) => replaceInLists(client, attendee),
    onSettled: () => void refresh(client, eventId),
    success: (_, { name, attendee }) => ({
      title: attendeeCalls[name].title,
      description: `${nameOf(attendee)} ${attendeeCalls[name].done}`,
    }),
    failure: (error, { name }) => attendeeCalls[name].failure(error),
  })
}

export function useMailRetries(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: () => call(retryMails, { params: { id: eventId } }),
    onSettled: () => void refresh(client, eventId),
    success: ({ retried }) => ({ title: 'Email Resent', description: `${emailsText(retried)} on the way again.` }),
    failure: failureWithReason('Resend Failed', 'Failed to resend email'),
  })
}

// Mails have a topic without data, so the query's value is the time of the last announcement.
const mailTopic = queryOptions({ queryKey: ['mail', 'news'], queryFn: () => Date.now() })
const refreshAtMostEvery = 1_000

/** Refreshes the status of mails while some are under way, throttled to once a second. */
export function useMailStatusRefresh(eventId: string, underWay: boolean) {
  const client = useQueryClient()
  const { data: announcedAt } = useQuery(mailTopic)
  const timer = useRef<number>(undefined)
  useEffect(() => {
    if (!underWay || announcedAt === undefined || timer.current) return
    timer.current = window.setTimeout(() => {
      timer.current = undefined
      void refresh(client, eventId)
    }, refreshAtMostEvery)
  }, [client, eventId, underWay, announcedAt])
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}

export const refresh = (client: QueryClient, eventId: string) =>
  client.invalidateQueries({ queryKey: topicOf(eventId) })

type Table = { items: Registration[]; total: number; view: string }

/** Writes the answer to all cached lists before they are refetched. */
function replaceInLists(client: QueryClient, attendee: Registration) {
  client.setQueriesData<Table>({ queryKey: [...topicOf(attendee.eventId), 'table'] }, (table) =>
    table
      ? { ...table, items: table.items.map((before) => (before.id === attendee.id ? attendee : before)) }
      : undefined,
  )
}
