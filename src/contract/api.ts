import type { z } from 'zod'
import * as dashboard from './administrators/dashboard.ts'
import * as administrators from './administrators/endpoints.ts'
import * as analytics from './analytics/endpoints.ts'
import * as messages from './attendee-mails/endpoints.ts'
import * as unsubscribing from './attendee-mails/unsubscribing.ts'
import * as auth from './auth/endpoints.ts'
import * as companies from './companies/endpoints.ts'
import * as companyMails from './companies/mails.ts'
import * as teamSizeChanges from './companies/team-size-changes.ts'
import * as checkInTimes from './door/check-in-times.ts'
import * as door from './door/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events/endpoints.ts'
import * as uploads from './files/endpoints.ts'
import * as resumableUploads from './files/tus.ts'
import * as divisions from './leaderboard/divisions.ts'
import * as leaderboard from './leaderboard/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as pushDevice from './notifications/push.ts'
import * as points from './points/endpoints.ts'
import * as privacy from './privacy/endpoints.ts'
import * as capture from './proofs/capture.ts'
import * as companyProofs from './proofs/company-proofs.ts'
import * as drafts from './proofs/draft.ts'
import * as proofs from './proofs/endpoints.ts'
import * as fixes from './proofs/fixes.ts'
import * as registrations from './registrations/endpoints.ts'
import * as ownRegistration from './registrations/own-registration.ts'
import * as reports from './reports/endpoints.ts'
import * as reportNumbers from './reports/numbers.ts'
import * as search from './search/endpoints.ts'
import * as system from './system.ts'
import * as tasks from './tasks/endpoints.ts'

/** The whole contract by slice, each with a description for readers of the API document. */
const slices = {
  auth: { exports: auth, description: 'Signing up, signing in and out, and passwords. The session is a cookie.' },
  companies: {
    exports: { ...companies, ...companyMails, ...teamSizeChanges },
    description:
      'Company profiles, and the table administrators manage them with. A changed team size counts from the next day on; a second change within a week, or one beyond a third, waits for an organiser.',
  },
  notifications: {
    exports: { ...notifications, ...pushDevice },
    description:
      'Which emails a company gets, and whether a browser shows them as notifications. Each of them has the address of an unsubscription in `List-Unsubscribe`, which takes a `POST` from anywhere.',
  },
  administrators: {
    exports: { ...administrators, ...dashboard },
    description: 'Who runs the challenge, the log of what they did, and what their dashboard starts with.',
  },
  privacy: {
    exports: privacy,
    description:
      'What is held about a person or a company, by their email address: all of it as one document, or erased for good.',
  },
  tasks: { exports: tasks, description: 'What there is to do, with its points and calories.' },
  files: {
    exports: { ...uploads, ...resumableUploads },
    description:
      'Photos and videos. Ask for a grant with `POST /api/uploads` (name, size, type), send the raw bytes with `PUT` to its `url` and with its `headers`, ' +
      'then name its `path` where the file is used, for instance in `contentUrls` of a proof. A grant is for one file and ends with the session. ' +
      'A file is prepared before anyone else sees it: place and device are taken out. Until then using it answers 503 `files-preparing` with `Retry-After`. ' +
      'On bad lines send it in pieces: `POST /api/uploads/tus` and what its `Location` names speak tus 1.0, so that a cut costs no byte that has arrived.',
  },
  proofs: {
    exports: { ...proofs, ...companyProofs, ...fixes, ...drafts, ...capture },
    description:
      'Proofs of a done task, what is collected for them, and their review. Colleagues without an account add files by a team link: its secret goes in `X-Capture-Token`, ' +
      'and in `X-Capture-Device` 22 to 64 random letters and digits that the device made for itself.',
  },
  points: {
    exports: points,
    description: 'The ledger of every change of points and calories, and adjustments by administrators.',
  },
  leaderboard: {
    exports: { ...leaderboard, ...divisions },
    description:
      'Who is ahead, and why: on the official board, per person, among companies of a similar size, and who improved most.',
  },
  analytics: {
    exports: analytics,
    description:
      'The challenge in numbers. Days are those of the event; every number is defined in words and by a formula.',
  },
  reports: {
    exports: { ...reports, ...reportNumbers },
    description:
      'Wellness reports of a company or of the whole challenge as PDF, with every number of it as CSV and JSON. They are made in the background: ask with `POST /api/reports`, ' +
      'look at `state` until it is `ready` (the topic `reports` announces every change), then get the file. Reports are kept for 30 days.',
  },
  events: { exports: events, description: 'Public events.' },
  registrations: {
    exports: { ...registrations, ...ownRegistration, ...messages, ...unsubscribing },
    description:
      'Who comes to an event: registering, deciding, QR codes, and the waiting list of an event with a capacity.',
  },
  door: {
    exports: { ...door, ...checkInTimes },
    description:
      "Checking people in. Calls take an administrator's session, or the secret of a volunteers' link in `X-Door-Pass`.",
  },
  search: {
    exports: search,
    description: 'One search over everything that the role may see, at most five results of each kind.',
  },
  system: {
    exports: system,
    description:
      'Health, figures and the live stream. `GET /api/stream` sends server-sent events. A message without a name has `{"topics": [...]}`: what changed, such as ' +
      '`leaderboard` or `events/<id>`, never the changed data: ask for it again. The topic `everything` follows a gap in which announcements may have been missed. ' +
      '`recent` comes first: how many milliseconds ago each topic was announced. `ended` says that the session is over, `replaced` that too many streams are open.',
  },
} satisfies Record<string, { exports: object; description: string }>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'reply' in value

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

const exported = Object.values(slices).flatMap(({ exports }) => Object.entries<unknown>(exports))

export const api = {
  tags: Object.entries(slices).map(([name, { description }]) => ({ name, description })),
  /** Each endpoint with the name it has in the contract. */
  operations: new Map<Endpoint, { operationId: string; tag: string }>(
    Object.entries(slices).flatMap(([tag, { exports }]) =>
      Object.entries<unknown>(exports).flatMap(([operationId, value]) =>
        isEndpoint(value) ? [[value, { operationId, tag }] as const] : [],
      ),
    ),
  ),
  /** Each shape with its name; a capital letter marks a shape of the product. */
  schemas: new Map<z.ZodType, string>(
    exported.flatMap(([name, value]) => (/^[A-Z]/.test(name) && isSchema(value) ? [[value, name] as const] : [])),
  ),
}
