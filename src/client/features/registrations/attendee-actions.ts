import { useMutationState } from '@tanstack/react-query'
import { createContext, type RefObject } from 'react'
import type { Registration } from '#contract/registrations/endpoints.ts'
import {
  type AttendeeDecision,
  type AttendeeDeed,
  type Decision,
  decisionKey,
  useDecision,
  useDeed,
} from './queries.ts'

/** Whether the event was cancelled: then attendees can be read, and nothing can be decided or sent. */
export const EventCancelledContext = createContext(false)

/** What is done at once, and what opens a dialog first. */
export type AttendeeAction = 'approve' | 'resend' | AttendeeDialogName
export type AttendeeDialogName = 'details' | 'reject' | 'reissue' | 'reopen'
export type RunAction = (act: AttendeeAction, attendee: Registration, opener: HTMLElement | null) => void

/** Each says how it ended; the promise tells a dialog whether to close. */
export function useAttendeeActions(eventId: string) {
  const decision = useDecision(eventId)
  const deed = useDeed(eventId)
  return {
    decide: (attendee: Registration, wanted: Decision) => decision.run({ attendee, ...wanted }),
    doTo: (attendee: Registration, name: AttendeeDeed) => deed.run({ deed: name, attendee }),
    deciding: decision.isPending,
    doing: deed.isPending,
  }
}

export interface AttendeeDialogProps {
  attendee: Registration
  acts: ReturnType<typeof useAttendeeActions>
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Rows as they will be when the decisions under way are through: a press shows at once. */
export function useOptimisticRows(eventId: string, rows: Registration[] | undefined): Registration[] | undefined {
  const underWay = useMutationState({
    filters: { mutationKey: decisionKey(eventId), status: 'pending' },
    select: (mutation) => mutation.state.variables as AttendeeDecision,
  })
  if (underWay.length === 0) return rows
  const foreseen = new Map(underWay.map(({ attendee, status }) => [attendee.id, status]))
  return rows?.map((row) => ({ ...row, status: foreseen.get(row.id) ?? row.status }))
}
