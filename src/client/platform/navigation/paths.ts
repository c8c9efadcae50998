import type { PagePath } from '#contract/pages.ts'
import { forget, recall, remember } from '../session/session-storage.ts'

type Address = `${PagePath}${'' | `#${string}` | `?${string}`}`

/** Link targets: pages of the contract and their sections. */
export const paths = {
  home: '/',
  signup: '/signup',
  login: '/login',
  leaderboard: '/leaderboard',
  events: '/events',
  settings: '/settings',
  numbers: '/?view=numbers',
  ownReports: '/?view=numbers#reports',
  admin: '/admin',
  companies: '/companies',
  company: (id: string) => `/companies?company=${id}`,
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
  /** Opens a task, or a submission, on the company's home. */
  task: (id: string) => `/?task=${id}`,
  submission: (id: string) => `/?submission=${id}`,
  attendees: (eventId: string) => `/events/${eventId}/attendees`,
  shortLink: (shortCode: string) => `/e/${shortCode}`,
  eventRegistration: (eventId: string) => `/event-registration/${eventId}`,
} as const satisfies Record<string, Address | ((id: string) => string)>

const requestedPathKey = 'wanted-path'

/** The address requested before the sign-in; opened afterwards if the role allows it. */
export const rememberRequestedPath = (path: string) => remember(requestedPathKey, path)

export function takeRequestedPath(): string {
  const path = recall(requestedPathKey)
  forget(requestedPathKey)
  return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : paths.home
}
