/**
 * What the server announces: a topic, never data. The client refetches the queries whose key starts with the same words.
 * `everything` is sent after a gap in which announcements may have been missed.
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
  | 'reports'
  | 'events'
  | `events/${string}`

/** Whom a topic concerns. */
export type Audience = 'everyone' | 'administrators' | { user: string }

/**
 * Sent once when a stream opens: how many milliseconds ago each topic was last announced to this person. What a screen read
 * before its stream was open may have changed in between.
 */
export type RecentTopics = Partial<Record<Topic, number>>

/** How far back `RecentTopics` goes, in milliseconds. */
export const recentFor = 60_000
