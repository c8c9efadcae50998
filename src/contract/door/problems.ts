export const doorProblems = {
  'door-closed': {
    status: 401,
    sentence: 'This link of the door has expired or was taken back. Ask the organisers for a new one.',
  },
  'check-in-final': { status: 409, sentence: 'A check-in can be undone for 15 minutes only.' },
  'not-inside': { status: 409, sentence: 'This attendee is not checked in.' },
} as const
