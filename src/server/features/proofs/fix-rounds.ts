import type { FileToFix, FixRequest } from '#contract/proofs/fixes.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Row } from './store.ts'
import type { FixRound } from './tables.ts'

type Rounds = Pick<Row, 'fixRounds'>
type Waiting = Pick<Row, 'fixDueAt' | 'fixRounds'>
type Limits = Pick<Config, 'fixes'>

/**
 * A proof that was sent back is stored as pending, for analytics and the unique index on live proofs
 * (docs/decisions/0044).
 */
export const statusOf = ({ status, fixDueAt }: Pick<Row, 'status' | 'fixDueAt'>) => (fixDueAt ? 'fix' : status)

export const fixesLeft = ({ fixRounds }: Rounds, { fixes }: Limits) => Math.max(0, fixes.rounds - fixRounds.length)

/** `sha256Of` gives the hash of a file of the proof. */
export function latestFix(
  { fixDueAt, fixRounds, contentUrls }: Waiting & Pick<Row, 'contentUrls'>,
  sha256Of: (path: string) => string | null,
): FixRequest | null {
  const latest = fixRounds.at(-1)
  return latest ? { round: fixRounds.length, ...latest, fileHashes: fixDueAt ? contentUrls.map(sha256Of) : [] } : null
}

/** The files that the company has to replace now. */
export const filesToFix = ({ fixDueAt, fixRounds }: Waiting) => (fixDueAt ? (fixRounds.at(-1)?.files ?? []) : [])

export const pathsToFix = (proof: Waiting) => filesToFix(proof).map(({ path }) => path)

/** True if the proof was rejected because its time ended. A reviewer's rejection withdraws the request first. */
export const endedFix = ({ status, fixRounds }: Pick<Row, 'status' | 'fixRounds'>) =>
  status === 'rejected' && fixRounds.at(-1)?.fixedAt === null

/** The hours that the company was given, independent of the present setting. */
export function hoursToFix({ fixRounds }: Rounds): number {
  const { requestedAt = '', dueAt = '' } = fixRounds.at(-1) ?? {}
  return Math.round((Date.parse(dueAt) - Date.parse(requestedAt)) / hours(1))
}

/** Computes the columns of a proof that is sent back. */
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

/** A withdrawn request does not count as a round. */
export const withdrawFix = ({ fixDueAt, fixRounds }: Waiting) => ({
  fixDueAt: null,
  fixRounds: fixDueAt ? fixRounds.slice(0, -1) : fixRounds,
})

/** Computes the columns of a fixed proof; each new file takes the position of the file that it replaces. */
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

/** Drops a removed file from the request. If no file is left to replace, the proof waits for review again. */
export function withoutFileToFix(proof: Waiting, gone: string) {
  const left = filesToFix(proof).filter(({ path }) => path !== gone)
  const latest = proof.fixRounds.at(-1)
  if (!proof.fixDueAt || !latest || left.length === latest.files.length) return {}
  if (left.length === 0) return { ...withdrawFix(proof), adminNotes: null, reviewedAt: null, reviewedBy: null }
  return { fixRounds: [...proof.fixRounds.slice(0, -1), { ...latest, files: left }] }
}
