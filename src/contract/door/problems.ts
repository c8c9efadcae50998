export const doorProblems = {
  'door-closed': {
    status: 401,
    sentence: 'This check-in link has expired or was revoked. Ask the organisers for a new one.',
  },
  'check-in-final': { status: 409, sentence: 'A check-in can be undone for 15 minutes only.' },
  'not-inside': { status: 409, sentence: 'This attendee is not checked in.' },
} as const
