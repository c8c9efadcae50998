export const registrationProblems = {
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
  'no-offer': { status: 409, sentence: 'There is no place for you at the moment. We email you when one is free.' },
  'offer-ended': {
    status: 409,
    sentence: 'This offer has ended and the place is no longer free. You stay on the waiting list.',
  },
} as const
