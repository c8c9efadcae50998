export const eventProblems = {
  'event-gone': { status: 404, sentence: 'This event is not available or has been removed.' },
  'event-cancelled': { status: 409, sentence: 'This event was cancelled.' },
  'event-over': { status: 409, sentence: 'This event is over. It can no longer be cancelled.' },
  'event-in-use': {
    status: 409,
    sentence: 'People have registered for this event. Deactivate it instead of deleting it.',
  },
} as const
