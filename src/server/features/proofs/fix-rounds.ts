import type { FileToFix, FixRequest } from '#contract/proofs/fixes.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Row } from './store.ts'
import type { FixRound } from './tables.ts'

type Rounds = Pick<Row, 'fixRounds'>
type Waiting = Pick<Row, 'fixDueAt' | 'fixRounds'>
type Limits = Pick<Config, 'fixes'>

/** Sent back, it is stored as pending: analytics and the one live proof for a task know it as such (docs/decisions/0044). */
export const statusOf = ({ status, fixDueAt }: Pick<Row, 'status' | 'fixDueAt'>) => (fixDueAt ? 'fix' : status)

export const fixesLeft = ({ fixRounds }: Rounds, { fixes }: Limits) => Math.max(0, fixes.rounds - fixRounds.length)

export function latestFix({ fixRounds }: Rounds): FixRequest | null {
  const latest = fixRounds.at(-1)
  return latest ? { round: fixRounds.length, ...latest } : null
}

/** Which files the company has to replace now. */
export const filesToFix = ({ fixDueAt, fixRounds }: Waiting) => (fixDueAt ? (fixRounds.at(-1)?.files ?? []) : [])

export const pathsToFix = (proof: Waiting) => filesToFix(proof).map(({ path }) => path)

/** It was rejected because its time ended. A reviewer who rejects takes the request back first. */
export const endedFix = ({ status, fixRounds }: Pick<Row, 'status' | 'fixRounds'>) =>
  status === 'rejected' && fixRounds.at(-1)?.fixedAt === null

/** How long the company was given, whatever the setting is by now. */
export function hoursToFix({ fixRounds }: Rounds): number {
  const { requestedAt = '', dueAt = '' } = fixRounds.at(-1) ?? {}
  return Math.round((Date.parse(dueAt) - Date.parse(requestedAt)) / hours(1))
}

/** What sending a proof back changes about it. */
export function requestFix({ fixRounds }: Rounds, files: FileToFix[], now: Date, { fixes }: Limits) {
  const fixDueAt = after(now, hours(fixes.hours))
  const round: FixRound = {
    requestedAt: now.toISOString(),
    dueAt: fixDueAt.toISOString(),
    fixedAt: null,
    files: files.map(({ path, reason }) => ({ path, reason, replacedBy: null })),
  }
  return { fixDueAt, fixRounds: [...fixRounds, round] }
}

/** A request that was taken back counts for none. */
export const withdrawFix = ({ fixDueAt, fixRounds }: Waiting) => ({
  fixDueAt: null,
  fixRounds: fixDueAt ? fixRounds.slice(0, -1) : fixRounds,
})

/** What replacing all marked files changes about a proof: each new one has the place of the old one. */
export function applyFix(proof: Waiting & Pick<Row, 'contentUrls'>, replacements: Map<string, string>, now: Date) {
  const latest = proof.fixRounds.at(-1)
  const round = latest && {
    ...latest,
    fixedAt: now.toISOString(),
    files: latest.files.map((file) => ({ ...file, replacedBy: replacements.get(file.path) ?? null })),
  }
  return {
    contentUrls: proof.contentUrls.map((path) => replacements.get(path) ?? path),
    fixDueAt: null,
    fixRounds: round ? [...proof.fixRounds.slice(0, -1), round] : proof.fixRounds,
  }
}

/** A file that was taken out of a proof cannot be replaced any more; without another to replace the proof waits for its review. */
export function withoutFileToFix(proof: Waiting, gone: string) {
  const left = filesToFix(proof).filter(({ path }) => path !== gone)
  const latest = proof.fixRounds.at(-1)
  if (!proof.fixDueAt || !latest || left.length === latest.files.length) return {}
  if (left.length === 0) return { ...withdrawFix(proof), adminNotes: null, reviewedAt: null, reviewedBy: null }
  return { fixRounds: [...proof.fixRounds.slice(0, -1), { ...latest, files: left }] }
}
