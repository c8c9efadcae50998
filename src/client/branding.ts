/** Names and years a new host of the event changes; nothing else in the client spells them out. */
export const branding = {
  eventName: 'Curacao International Sports Week',
  initiative: 'FDDK Wellness Initiative',
  partners: ['Partner organisation 1', 'Partner organisation 2', 'Partner organisation 3'],
  year: 2024,
  championText: 'Corporate Challenge 2025 Champion',
} as const
