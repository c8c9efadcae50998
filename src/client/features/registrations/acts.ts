import { useMutationState } from '@tanstack/react-query'
import { createContext, type RefObject } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { nameOf } from './attendee-words.ts'
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
export type AttendeeAct = 'approve' | 'resend' | AttendeeDialogName
export type AttendeeDialogName = 'details' | 'reject' | 'reissue' | 'reopen'
export type ActOn = (act: AttendeeAct, attendee: Registration, opener: HTMLElement | null) => void

const decided = {
  approved: 'is approved. The email with the QR code is on its way.',
  rejected: 'is rejected and gets an email about it.',
}

const deeds: Record<AttendeeDeed, { done: string; words: string; failed: string; otherwise: string }> = {
  resend: {
    done: 'Email Resent',
    words: 'gets the email with the QR code again.',
    failed: 'Resend Failed',
    otherwise: 'Failed to resend email',
  },
  reissue: {
    done: 'New QR Code Sent',
    words: 'gets an email with the new code. The old one no longer works.',
    failed: 'New QR Code Failed',
    otherwise: 'The old code is still valid',
  },
  reopen: {
    done: 'Status Updated',
    words: 'is awaiting a decision again.',
    failed: 'Update Failed',
    otherwise: 'Failed to update attendee status',
  },
}

/** Each says how it ended; the promise tells a dialog whether to close. */
export function useAttendeeActs(eventId: string) {
  const decision = useDecision(eventId)
  const deed = useDeed(eventId)

  const decide = (attendee: Registration, wanted: Decision): Promise<boolean> =>
    decision.mutateAsync({ id: attendee.id, ...wanted }).then(
      () => succeeded('Status Updated', `${nameOf(attendee)} ${decided[wanted.status]}`),
      (error: unknown) => failed('Update Failed', 'Failed to update attendee status', error),
    )

  const doTo = (attendee: Registration, name: AttendeeDeed): Promise<boolean> => {
    const { done, words, failed: title, otherwise } = deeds[name]
    return deed.mutateAsync({ deed: name, id: attendee.id }).then(
      () => succeeded(done, `${nameOf(attendee)} ${words}`),
      (error: unknown) => failed(title, otherwise, error),
    )
  }

  return { decide, doTo, deciding: decision.isPending, doing: deed.isPending }
}

export interface AttendeeDialogProps {
  attendee: Registration
  acts: ReturnType<typeof useAttendeeActs>
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

function succeeded(title: string, description: string) {
  toast({ title, description })
  return true
}

export function failed(title: string, specified: string, error: unknown) {
  const sentence = sentenceOf(error, '')
  toast({ variant: 'destructive', title, description: sentence ? `${specified}. ${sentence}` : specified })
  return false
}

/** Rows as they will be when the decisions under way are through: a press shows at once. */
export function useForeseen(eventId: string, rows: Registration[] | undefined): Registration[] | undefined {
  const underWay = useMutationState({
    filters: { mutationKey: decisionKey(eventId), status: 'pending' },
    select: (mutation) => mutation.state.variables as AttendeeDecision,
  })
  if (underWay.length === 0) return rows
  const foreseen = new Map(underWay.map(({ id, status }) => [id, status]))
  return rows?.map((row) => ({ ...row, status: foreseen.get(row.id) ?? row.status }))
}
