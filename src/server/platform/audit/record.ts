import type { Tx } from '../database/client.ts'
import { publish } from '../live/publish.ts'
import type { Actor } from '../platform.ts'
import { auditEntries } from './tables.ts'

type Deed = {
  /** In product words, for instance `reset the password of`. */
  action: string
  /** On what, in words a person recognises. */
  subject: string
  subjectId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes who did what, in the transaction that does it. Never give it a password or a token. */
export async function record(tx: Tx, actor: Actor | 'command line', now: Date, deed: Deed) {
  const who = actor === 'command line' ? { actorId: null, actor } : { actorId: actor.userId, actor: actor.email }
  await tx.insert(auditEntries).values({ ...who, ...deed, at: now })
  await publish(tx, 'administrators', 'audit')
}
