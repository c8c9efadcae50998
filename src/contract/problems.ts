import { defaultMaintenanceSentence, isPausedByMaintenance } from './maintenance-rule.ts'

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
  maintenance: { status: 503, sentence: defaultMaintenanceSentence },
  unavailable: { status: 503, sentence: 'The service is briefly unavailable. Please try again in a moment.' },
  // Auth
  'email-taken': { status: 409, sentence: 'An account with this email already exists' },
  'bad-credentials': { status: 401, sentence: 'Invalid email or password' },
  'account-disabled': { status: 403, sentence: 'This account is disabled. Please ask the organisers.' },
  'temporary-password-expired': {
    status: 403,
    sentence: 'This temporary password has expired. Use “Forgot password?” or ask an administrator for a new one.',
  },
  'too-many-logins': {
    status: 429,
    sentence: 'Too many failed sign-in attempts. Please wait a few minutes and try again.',
  },
  'too-many-wrong-passwords': {
    status: 429,
    sentence:
      'There were too many wrong passwords for this email address. Please try again later, or use “Forgot password?” now.',
  },
  'too-many-links': {
    status: 429,
    sentence: 'Many links were asked for already. If there is an account, the newest email to it has one that works.',
  },
  'wrong-password': { status: 409, sentence: 'The current password is not right' },
  'weak-password': { status: 400, sentence: 'This password is too easy to guess. Please choose another one.' },
  'same-password': { status: 400, sentence: 'That is your current password. Please choose another one.' },
  'link-used': { status: 409, sentence: 'This link has expired or was already used. Please ask for a new one.' },
  'already-set-up': { status: 409, sentence: 'There is an administrator already. Please sign in.' },
  // Companies
  'company-exists': { status: 409, sentence: 'You already have a company profile.' },
  'company-email-taken': { status: 409, sentence: 'Another company already uses this email address' },
  'company-name-taken': { status: 409, sentence: 'Another company has this name, or one that looks like it' },
  'company-name-reserved': {
    status: 409,
    sentence:
      'This name is reserved for the organisers. If it is yours, choose another one and ask them to rename your company',
  },
  'company-logo': { status: 400, sentence: 'This image cannot be used as a logo.' },
  'team-size-change-decided': { status: 409, sentence: 'This change of team size was decided already.' },
  // Administrators
  'not-yourself': { status: 409, sentence: 'You cannot disable your own account.' },
  'last-administrator': { status: 409, sentence: 'The last administrator cannot be disabled.' },
  // Notifications
  'push-subscription-unusable': {
    status: 422,
    sentence: 'Notifications cannot be sent to this browser.',
  },
  // Tasks
  'task-gone': { status: 404, sentence: 'This task does not exist or is no longer offered.' },
  'task-not-open': { status: 409, sentence: 'This task is not open yet.' },
  'task-closed': { status: 409, sentence: 'This task is closed. Proofs are no longer accepted for it.' },
  // Points
  'points-below-zero': { status: 409, sentence: 'Points and calories cannot be adjusted below zero.' },
  // Proofs
  'proof-exists': { status: 409, sentence: 'Proof already submitted for this task' },
  'proof-file': { status: 400, sentence: 'One of the files cannot be used.' },
  'already-decided': { status: 409, sentence: 'This proof was decided already.' },
  'not-decided': { status: 409, sentence: 'This proof is still waiting for its review.' },
  'fixes-used-up': {
    status: 409,
    sentence: 'This proof cannot be sent back again. Please approve or reject it.',
  },
  'no-fix-requested': { status: 409, sentence: 'This proof does not wait for a fix, or no longer.' },
  'fix-too-late': {
    status: 409,
    sentence: 'The time to replace these files is over, and the proof was rejected. You can submit another one.',
  },
  'fix-incomplete': { status: 400, sentence: 'Please replace every file that the reviewer marked, and no other.' },
  'draft-file-gone': { status: 409, sentence: 'This file is no longer part of the proof: it was removed meanwhile.' },
  'draft-full': { status: 409, sentence: 'There are 60 files collected already. Remove some to add others.' },
  'too-many-chosen': { status: 409, sentence: 'A proof has at most 10 files. Leave one out to use another.' },
  'capture-link-closed': {
    status: 401,
    sentence: 'This link no longer works. Ask your colleague for a new link.',
  },
  'guest-device': { status: 400, sentence: 'Your browser did not say which device it is. Please reload the page.' },
  'guest-full': { status: 409, sentence: 'You have added 20 files already. Remove one to add another.' },
  'draft-full-for-guests': {
    status: 409,
    sentence: 'Your team has added as many photos as fit here. Please ask your colleague to remove some.',
  },
  'guest-address-full': {
    status: 409,
    sentence:
      '40 files came from your network within a day. Please use another network, or ask your colleague to add it.',
  },
  'too-many-capture-links': { status: 409, sentence: 'This task has 10 links already. Revoke one to make another.' },
  'no-company': { status: 409, sentence: 'Please complete your company profile first.' },
  // Files
  'file-too-large': { status: 413, sentence: 'This file is larger than allowed.' },
  'file-empty': { status: 400, sentence: 'This file is empty.' },
  'file-type': { status: 415, sentence: 'Only JPG, PNG, MP4 and MOV files can be used.' },
  'file-exists': { status: 409, sentence: 'This file was uploaded already.' },
  'file-cut': { status: 400, sentence: 'The file did not arrive whole. Please try again.' },
  'grant-spent': { status: 409, sentence: 'This upload is no longer allowed. Please start it again.' },
  'tus-version': { status: 412, sentence: 'Please send the header Tus-Resumable: 1.0.0.' },
  'upload-offset': { status: 409, sentence: 'The upload goes on at another byte. Please ask where.' },
  'upload-busy': { status: 423, sentence: 'This file is being sent elsewhere. Please try again in a moment.' },
  'storage-full': { status: 507, sentence: 'There is no room for more files right now. Please tell the organisers.' },
  'quota-full': { status: 507, sentence: 'Your company has used all its room for files. Please tell the organisers.' },
  'files-preparing': { status: 503, sentence: 'Your files are still being checked. Please try again in a moment.' },
  'storage-unavailable': { status: 503, sentence: 'Files cannot be stored right now. Please try again in a moment.' },
  // Events
  'event-gone': { status: 404, sentence: 'This event is not available or has been removed.' },
  'event-cancelled': { status: 409, sentence: 'This event was cancelled.' },
  'event-over': { status: 409, sentence: 'This event is over. It can no longer be cancelled.' },
  'event-in-use': {
    status: 409,
    sentence: 'People have registered for this event. Deactivate it instead of deleting it.',
  },
  // Registrations
  'registration-closed': { status: 409, sentence: 'Registration for this event is closed.' },
  'registration-gone': { status: 404, sentence: 'This registration does not exist or is no longer here.' },
  'registration-decided': { status: 409, sentence: 'This registration has already been decided.' },
  'registration-not-decided': { status: 409, sentence: 'This registration is still awaiting a decision.' },
  'registration-not-approved': { status: 409, sentence: 'Only approved registrations have a QR code.' },
  'already-inside': { status: 409, sentence: 'This attendee is already checked in.' },
  'registration-unconfirmed': {
    status: 409,
    sentence:
      'This registration waits for its email address to be confirmed. Approve it, or leave it: it is deleted after a day.',
  },
  'too-many-unconfirmed': {
    status: 429,
    sentence:
      'Too many registrations from your network wait to be confirmed. Press the link in their emails, or try again later.',
  },
  'event-full': {
    status: 409,
    sentence: 'All places are taken or offered to someone. Raise the capacity to approve more people.',
  },
  'event-not-over': { status: 409, sentence: 'Who is absent is known once the event is over.' },
  'no-recipients': { status: 409, sentence: 'There is no one to send this message to.' },
  'no-offer': { status: 409, sentence: 'There is no place for you at the moment. We email you when one is free.' },
  'offer-ended': {
    status: 409,
    sentence: 'This offer has ended and the place is no longer free. You stay on the waiting list.',
  },
  // Door
  'door-closed': {
    status: 401,
    sentence: 'This check-in link has expired or was revoked. Ask the organisers for a new one.',
  },
  'check-in-final': { status: 409, sentence: 'A check-in can be undone for 15 minutes only.' },
  'not-inside': { status: 409, sentence: 'This attendee is not checked in.' },
  // Reports
  'report-not-ready': { status: 409, sentence: 'The report is still being made. Please try again in a moment.' },
  'report-failed': { status: 409, sentence: 'The report could not be made. Please try again to make it.' },
  'report-batch-under-way': {
    status: 409,
    sentence: 'The reports of all companies are already being made. Please wait until they are done.',
  },
  'report-batch-without-companies': { status: 409, sentence: 'No company takes part yet.' },
  // Privacy
  'erase-yourself': { status: 409, sentence: 'This is your own account. Another administrator can erase it.' },
  'erase-last-administrator': {
    status: 409,
    sentence: 'This is the last administrator, who cannot be erased. Create another administrator first.',
  },
} as const satisfies Record<string, { status: number; sentence: string }>

export type ProblemCode = keyof typeof problems

/** Refusals that any call may return; an endpoint lists only its additional ones. */
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

/** For requests that may be repeated with an `Idempotency-Key`. */
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

/** Every refusal that an endpoint may return. */
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
