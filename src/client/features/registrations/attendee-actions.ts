import { useMutationState } from '@tanstack/react-query'
import { createContext, type RefObject } from 'react'
import type { Registration } from '#contract/registrations/endpoints.ts'
import {
  type AttendeeCall,
  type AttendeeDecision,
  type Decision,
  decisionKey,
  useAttendeeCall,
  useDecision,
} from './queries.ts'

/** True for a cancelled event: its attendees are read-only. */
export const EventCancelledContext = createContext(false)

/** `approve` and `resend` run at once, the others open a dialog. */
type AttendeeAction = 'approve' | 'resend' | AttendeeDialogName
export type AttendeeDialogName = 'details' | 'reject' | 'reissue' | 'reopen'
export type RunAction = (act: AttendeeAction, attendee: Registration, opener: HTMLElement | null) => void

/** Every action shows its result; the promise tells a dialog if it should close. */
export function useAttendeeActions(eventId: string) {
  const decision = useDecision(eventId)
  const attendeeCall = useAttendeeCall(eventId)
  return {
    decide: (attendee: Registration, body: Decision) => decision.run({ attendee, ...body }),
    run: (attendee: Registration, name: AttendeeCall) => attendeeCall.run({ name, attendee }),
    isDeciding: decision.isPending,
    isRunning: attendeeCall.isPending,
  }
}

export interface AttendeeDialogProps {
  attendee: Registration
  actions: ReturnType<typeof useAttendeeActions>
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Optimistic rows: pending decisions are already applied. */
export function useOptimisticRows(eventId: string, rows: Registration[] | undefined): Registration[] | undefined {
  const underWay = useMutationState({
    filters: { mutationKey: decisionKey(eventId), status: 'pending' },
    select: (mutation) => mutation.state.variables as AttendeeDecision,
  })
  if (underWay.length === 0) return rows
  const optimisticStatuses = new Map(underWay.map(({ attendee, status }) => [attendee.id, status]))
  return rows?.map((row) => ({ ...row, status: optimisticStatuses.get(row.id) ?? row.status }))
}
