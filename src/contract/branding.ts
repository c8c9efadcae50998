/** Names and years that a new host of the event changes; nothing else spells them out. */
export const branding = {
  eventName: 'Curacao International Sports Week',
  initiative: 'FDDK Wellness Initiative',
  partners: ['Partner organisation 1', 'Partner organisation 2', 'Partner organisation 3'],
  year: 2024,
  championText: 'Corporate Challenge 2025 Champion',
} as const
