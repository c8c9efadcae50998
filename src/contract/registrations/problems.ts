export const registrationProblems = {
  'registration-closed': { status: 409, sentence: 'Registration for this event is closed.' },
  'registration-gone': { status: 404, sentence: 'This registration does not exist or is no longer here.' },
  'registration-decided': { status: 409, sentence: 'This registration has already been decided.' },
  'registration-not-decided': { status: 409, sentence: 'This registration is still awaiting a decision.' },
  'registration-not-approved': { status: 409, sentence: 'Only approved registrations have a QR code.' },
  'already-inside': { status: 409, sentence: 'This attendee is already checked in.' },
} as const
