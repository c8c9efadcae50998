import type { RefObject } from 'react'
import type { Registration } from '#contract/registrations/endpoints.ts'
import type { useAttendeeActs } from '../acts.ts'

/** What every dialog about one attendee is given. */
export interface AttendeeDialogProps {
  attendee: Registration
  acts: ReturnType<typeof useAttendeeActs>
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}
