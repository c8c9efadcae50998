import { administratorProblems } from './administrators/problems.ts'
import { attendeeMailProblems } from './attendee-mails/problems.ts'
import { authProblems } from './auth/problems.ts'
import { companyProblems } from './companies/problems.ts'
import { doorProblems } from './door/problems.ts'
import { eventProblems } from './events/problems.ts'
import { fileProblems } from './files/problems.ts'
import { isPausedByMaintenance, usualMaintenanceSentence } from './maintenance-rule.ts'
import { notificationProblems } from './notifications/problems.ts'
import { pointProblems } from './points/problems.ts'
import { privacyProblems } from './privacy/problems.ts'
import { proofProblems } from './proofs/problems.ts'
import { registrationProblems } from './registrations/problems.ts'
import { reportProblems } from './reports/problems.ts'
import { taskProblems } from './tasks/problems.ts'

/** Every refusal: code → status and sentence. A code is API: never renamed, only retired. */
export const problems = {
  'invalid-input': { status: 400, sentence: 'Please check what you entered.' },
  'malformed-body': { status: 400, sentence: 'The request could not be read as JSON.' },
  'bad-request': { status: 400, sentence: 'The request could not be understood.' },
  'idempotency-key-invalid': {
    status: 400,
    sentence: 'The Idempotency-Key must have 16 to 200 letters, digits or . : _ -',
  },
  'not-signed-in': { status: 401, sentence: 'Please sign in to continue.' },
  forbidden: { status: 403, sentence: 'You do not have access to this.' },
  'cross-site': { status: 403, sentence: 'This request came from another site and was refused.' },
  'not-found': { status: 404, sentence: 'This does not exist or is no longer here.' },
  'method-not-allowed': { status: 405, sentence: 'This address does not answer that method.' },
  'request-under-way': {
    status: 409,
    sentence: 'The same request is still being worked on. Please try again in a moment.',
  },
  'too-slow': { status: 408, sentence: 'The request took too long to arrive.' },
  'too-large': { status: 413, sentence: 'What you sent is too large.' },
  'wrong-content-type': { status: 415, sentence: 'Please send JSON.' },
  'content-encoded': { status: 415, sentence: 'Please send the body as it is, without compression.' },
  'idempotency-key-reused': {
    status: 422,
    sentence: 'This Idempotency-Key was used for another request. Please send a new one.',
  },
  'too-many-requests': { status: 429, sentence: 'Too many attempts. Please wait a moment and try again.' },
  'headers-too-large': { status: 431, sentence: 'The headers of the request are too large.' },
  unexpected: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
  maintenance: { status: 503, sentence: usualMaintenanceSentence },
  unavailable: { status: 503, sentence: 'The service is briefly unavailable. Please try again in a moment.' },
  ...authProblems,
  ...companyProblems,
  ...administratorProblems,
  ...notificationProblems,
  ...taskProblems,
  ...pointProblems,
  ...proofProblems,
  ...fileProblems,
  ...eventProblems,
  ...registrationProblems,
  ...attendeeMailProblems,
  ...doorProblems,
  ...reportProblems,
  ...privacyProblems,
} as const satisfies Record<string, { status: number; sentence: string }>

export type ProblemCode = keyof typeof problems

/** Any call may be refused with these; an endpoint lists only its own. */
export const commonProblems: readonly ProblemCode[] = [
  'invalid-input',
  'malformed-body',
  'bad-request',
  'not-signed-in',
  'forbidden',
  'cross-site',
  'not-found',
  'too-large',
  'wrong-content-type',
  'content-encoded',
  'too-many-requests',
  'unavailable',
]

/** Where a request may be repeated with an `Idempotency-Key`. */
const idempotencyProblems: readonly ProblemCode[] = [
  'idempotency-key-invalid',
  'idempotency-key-reused',
  'request-under-way',
]

type Refusing = {
  problems?: readonly ProblemCode[]
  idempotent?: true
  method?: string
  access?: string
  duringMaintenance?: true
}

/** Everything an endpoint may refuse with. */
export const problemsOf = (endpoint?: Refusing): ProblemCode[] => [
  ...new Set([
    ...(endpoint?.problems ?? []),
    ...(endpoint?.idempotent ? idempotencyProblems : []),
    ...(endpoint && isPausedByMaintenance(endpoint) ? (['maintenance'] as const) : []),
    ...commonProblems,
  ]),
]

export type ProblemBody = {
  message: string
  code: ProblemCode
  fields?: Record<string, string>
  requestId: string
}
