import { forget, recall, remember } from '../session/session-storage.ts'

/** Every address of the product. */
export const paths = {
  home: '/',
  signup: '/signup',
  login: '/login',
  leaderboard: '/leaderboard',
  events: '/events',
  settings: '/settings',
  admin: '/admin',
  companies: '/companies',
  tasks: '/tasks',
  activeTasks: '/tasks?show=active',
  archivedTasks: '/tasks?show=archived',
  administrators: '/administrators',
  proofApproval: '/#proofs',
  analytics: '/#analytics',
  reports: '/#reports',
  review: '/#review',
  decided: '/#decided',
  apiDocs: '/api/docs',
  activity: '/administrators#activity',
  attendees: (eventId: string) => `/events/${eventId}/attendees`,
  shortLink: (shortCode: string) => `/e/${shortCode}`,
  eventRegistration: (eventId: string) => `/event-registration/${eventId}`,
} as const

const requestedPathKey = 'wanted-path'

/** The address that was requested before signing in; opened afterwards if the role may. */
export const rememberRequestedPath = (path: string) => remember(requestedPathKey, path)

export function takeRequestedPath(): string {
  const path = recall(requestedPathKey)
  forget(requestedPathKey)
  return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : paths.home
}
