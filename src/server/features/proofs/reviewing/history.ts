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
  'sent back proof': 'fix-requested',
}

/** Lists the events of a proof, for its company and administrators. */
export async function history({ db }: Platform, viewer: Viewer, id: string): Promise<ProofEvent[]> {
  const row = await store.findWithNames(db, id)
  if (!row || !(viewer.isAdmin || viewer.companyId === row.proof.companyId)) throw new Problem('not-found')
  const { submittedAt, fixRounds } = row.proof
  const actions = await actionsOn(db, id, submittedAt, Object.keys(kinds))
  // The audit log has the actions of administrators; the proof row has the actions of the company.
  const fixes = fixRounds.flatMap(({ fixedAt }) => (fixedAt ? [eventAt('fixed', fixedAt)] : []))
  const later = [...actions.flatMap(eventOf), ...fixes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return [eventAt('submitted', submittedAt.toISOString()), ...later]
}

const eventAt = (kind: ProofEvent['kind'], at: string): ProofEvent => ({ kind, at, note: null, points: null })

type Facts = { adminNotes?: string; note?: string; points?: number; reasons?: string[] }
type Action = { at: Date; action: string; after: unknown }

function eventOf({ at, action, after }: Action): ProofEvent[] {
  const kind = kinds[action]
  const { adminNotes, note, points, reasons } = (after ?? {}) as Facts
  const words = adminNotes || note || reasons?.join('. ') || null
  return kind ? [{ kind, at: at.toISOString(), note: words, points: points ?? null }] : []
}
