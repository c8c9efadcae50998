import { administratorsSlice } from './features/administrators/slice.ts'
import { analyticsSlice } from './features/analytics/slice.ts'
import { eventHooks, withdrawMails } from './features/attendee-mails/service.ts'
import { attendeeMailsSlice } from './features/attendee-mails/slice.ts'
import { createAuthSlice } from './features/auth/slice.ts'
import { nameOf } from './features/companies/service.ts'
import { companiesSlice } from './features/companies/slice.ts'
import { doorSlice } from './features/door/slice.ts'
import { createEventsSlice } from './features/events/slice.ts'
import { createFilesSlice } from './features/files/slice.ts'
import { leaderboardSlice } from './features/leaderboard/slice.ts'
import { moveDevice } from './features/notifications/service.ts'
import { notificationsSlice } from './features/notifications/slice.ts'
import { createPointsSlice } from './features/points/slice.ts'
import { privacySlice } from './features/privacy/slice.ts'
import { taskTitlesOf } from './features/proofs/service.ts'
import { joinDraft, proofsSlice } from './features/proofs/slice.ts'
import { createRegistrationsSlice } from './features/registrations/slice.ts'
import { reportsSlice } from './features/reports/slice.ts'
import { searchSlice } from './features/search/slice.ts'
import { tasksSlice } from './features/tasks/slice.ts'
import type { Slice } from './platform/slice.ts'

/**
 * Every slice in dependency order, as in `scripts/checks/slices.cjs`. A slice imports only earlier ones; functions of a
 * later one are passed in here.
 */
export const slices: Slice[] = [
  createFilesSlice(joinDraft),
  createAuthSlice({ companyNameOf: nameOf, moveDevice }),
  companiesSlice,
  notificationsSlice,
  tasksSlice,
  createPointsSlice(taskTitlesOf),
  proofsSlice,
  createEventsSlice(eventHooks),
  createRegistrationsSlice(withdrawMails),
  attendeeMailsSlice,
  doorSlice,
  administratorsSlice,
  analyticsSlice,
  leaderboardSlice,
  reportsSlice,
  searchSlice,
  privacySlice,
]
