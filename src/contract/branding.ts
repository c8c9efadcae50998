/** The names mails and pages share; a new host of the event changes them here. */
export const names = {
  event: 'Curacao International Sports Week',
  initiative: 'FDDK Wellness Initiative',
} as const
