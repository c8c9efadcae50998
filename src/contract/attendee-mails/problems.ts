export const attendeeMailProblems = {
  'event-not-over': { status: 409, sentence: 'Who is absent is known once the event is over.' },
  'no-recipients': { status: 409, sentence: 'There is no one to send this message to.' },
} as const
