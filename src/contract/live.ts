/**
 * Server announcements: a topic, never data. The client refetches the queries whose key starts with the same words. The
 * server sends `everything` after a gap with possibly missed announcements.
 */
export type Topic =
  | 'everything'
  | 'me'
  | 'companies'
  | `companies/${string}`
  | 'administrators'
  | 'audit'
  | 'mail'
  | 'maintenance'
  | 'tasks'
  | 'proofs'
  | 'leaderboard'
  | 'uploads'
  | 'capture'
  | 'reports'
  | 'events'
  | `events/${string}`

/** The receivers of a topic. */
export type Audience = 'everyone' | 'administrators' | { user: string }

/**
 * Sent once when a stream opens: how many milliseconds ago each topic was last announced to this person. The client
 * refetches data that it read before then.
 */
export type RecentTopics = Partial<Record<Topic, number>>

/** The period that `RecentTopics` covers, in milliseconds. */
export const recentFor = 60_000
