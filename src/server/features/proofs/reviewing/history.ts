import type { ProofEvent } from '#contract/proofs/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'
import { actionsOn } from './history-store.ts'

const kinds: Record<string, ProofEvent['kind']> = {
  'approved proof': 'approved',
  'rejected proof': 'rejected',
  'reopened proof': 'reopened',
  'removed a file from proof': 'file-removed',
}

/** What happened to a proof, for its company and administrators. */
export async function history({ db }: Platform, viewer: Viewer, id: string): Promise<ProofEvent[]> {
  const shown = await store.findWithNames(db, id)
  if (!shown || !(viewer.isAdmin || viewer.companyId === shown.proof.companyId)) throw new Problem('not-found')
  const { submittedAt } = shown.proof
  const actions = await actionsOn(db, id, submittedAt, Object.keys(kinds))
  const submitted = { kind: 'submitted' as const, at: submittedAt.toISOString(), note: null, points: null }
  return [submitted, ...actions.flatMap(eventOf)]
}

type Action = { at: Date; action: string; after: unknown }

function eventOf({ at, action, after }: Action): ProofEvent[] {
  const kind = kinds[action]
  const { adminNotes, note, points } = (after ?? {}) as { adminNotes?: string; note?: string; points?: number }
  return kind ? [{ kind, at: at.toISOString(), note: adminNotes || note || null, points: points ?? null }] : []
}
