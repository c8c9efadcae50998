import { sql } from 'drizzle-orm'
import type { Audience, Topic } from '#contract/live.ts'
import type { Tx } from '../database/client.ts'

/** What travels between processes: an announcement to people, or a session that is over. */
export type Signal = {
  topics?: Topic[]
  audience?: Audience
  ended?: { userId: string; sid?: string; except?: string }
  outbox?: true
}

export const signalChannel = 'sports_week'

/** Heard at commit or never. */
export async function notify(tx: Tx, signal: Signal) {
  await tx.execute(sql`select pg_notify(${signalChannel}, ${JSON.stringify(signal)})`)
}

/** Tells open screens what to fetch again: a topic, never data. */
export async function publish(tx: Tx, audience: Audience, ...topics: Topic[]) {
  await notify(tx, { topics, audience })
}
