/**
 * Names, years and colours that a new host of the event changes. Only the tokens of the client's styles repeat a
 * colour.
 */
export const branding = {
  eventName: 'Curacao International Sports Week',
  initiative: 'FDDK Wellness Initiative',
  partners: ['Partner organisation 1', 'Partner organisation 2', 'Partner organisation 3'],
  year: 2024,
  championText: 'Corporate Challenge 2025 Champion',
} as const

/** The preview in search engines and chats. */
export const sharedPreview = {
  title: `${branding.eventName} · ${branding.initiative}`,
  description: `The corporate wellness challenge of ${branding.eventName}: daily tasks, points for every approved proof and a live leaderboard for your company.`,
  invitation:
    'Daily tasks, points for every approved proof and a live leaderboard: one week in which your company finds its pace.',
  pictureText: 'Six teams as runners in the lanes of a running track, the leader in orange.',
} as const

/** The producer id (`PRODID`) in calendar files. */
export const calendarProduct = 'Sports Week'

/** For emails, the manifest and the icon, which cannot read the style sheet. */
export const brandColors = {
  ink: '#211100',
  mutedInk: '#5c4838',
  ground: '#fbf6ee',
  surface: '#fffdf9',
  border: '#dfcdb3',
  flame: '#ff6600',
  paleFlame: '#ffa56b',
  palestFlame: '#ffc9a3',
  sun: '#ffc02e',
  link: '#0c677b',
  /** Text colour on `ink`. */
  light: '#fff4ec',
} as const

/** The same colours for the dark theme. */
export const darkBrandColors = {
  ink: '#f8eee0',
  mutedInk: '#c6b29d',
  ground: '#150c04',
  surface: '#1d1208',
  border: '#3b2a1c',
  head: '#0f0803',
  link: '#62bccb',
} as const
