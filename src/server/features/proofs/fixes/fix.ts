import type { NewFix, Proof } from '#contract/proofs/endpoints.ts'
import { retryHours } from '#contract/tasks/rules.ts'
import * as uploads from '#server/features/files/service.ts'
import * as notifications from '#server/features/notifications/service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { applyFix, endedFix, pathsToFix } from '../fix-rounds.ts'
import { forCompany } from '../replies.ts'
import { refuseUsed } from '../same-photos/used-photos.ts'
import * as store from '../store.ts'
import { expireFix } from './expire.ts'

/**
 * Replaces all files that a reviewer marked, in a single call. The proof keeps its submission time and returns to the
 * queue, also after its task closed. A late fix is refused and rejects the proof at once, so the company can submit
 * another.
 */
export async function fix(platform: Platform, viewer: Viewer, id: string, { files }: NewFix): Promise<Proof> {
  const { db } = platform
  const { companyId } = viewer
  if (!companyId) throw new Problem('no-company')
  const known = await store.findWithNames(db, id)
  if (known?.proof.companyId !== companyId) throw new Problem('not-found')
  const replacements = new Map(files.map(({ path, replacement }) => [path, replacement]))
  const fixing = async () => {
    await uploads.ensurePrepared(platform, companyId, [...replacements.values()])
    return db.transaction((tx) => replaceFiles(tx, platform, { viewer, companyId, id, replacements }))
  }
  const replaced = await fixing().catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'fix-too-late') await expireFix(platform, id)
    if (error instanceof uploads.UploadRejected) throw refuseReplacement(files, error)
    throw error
  })
  await uploads.removeForgotten(platform, replaced)
  const fixed = await store.findWithNames(db, id)
  if (!fixed) throw new Problem('not-found')
  return forCompany(platform, fixed)
}

type Fix = { viewer: Viewer; companyId: string; id: string; replacements: Map<string, string> }

/** Returns the paths of files that are no longer part of the proof. */
async function replaceFiles(tx: Tx, { clock, config }: Platform, { viewer, companyId, id, replacements }: Fix) {
  await uploads.lockFilesOf(tx, companyId)
  // Locks before the check, so no decision, expiry or other fix runs at the same time.
  const proof = await store.lock(tx, id)
  if (!proof) throw new Problem('not-found')
  if (!proof.fixDueAt) {
    // The request is a repeat: confirm that the first request succeeded.
    if (isLatestFix(proof, replacements)) return []
    throw endedFix(proof) ? tooLate(proof, config) : new Problem('no-fix-requested')
  }
  const now = await readDatabaseTime(tx, clock)
  if (proof.fixDueAt <= now) throw tooLate(proof, config)
  const marked = pathsToFix(proof)
  if (marked.length !== replacements.size || !marked.every((path) => replacements.has(path)))
    throw new Problem('fix-incomplete')
  const claimed = await uploads.claim(tx, companyId, [...replacements.values()])
  const other = claimed.find(({ type }) => !uploads.typeFits(type, proof.contentType))
  if (other) throw new uploads.UploadRejected(other.path, notOfKind[proof.contentType], other.fileName)
  await refuseFilesOfProof(tx, proof, claimed)
  await refuseUsed(tx, companyId, claimed, config)
  const changes = applyFix(proof, replacements, now)
  await store.update(tx, id, { ...changes, adminNotes: null, reviewedAt: null, reviewedBy: null })
  await uploads.forget(tx, marked)
  await publish(tx, 'administrators', 'proofs')
  await publish(tx, { user: viewer.userId }, `companies/${companyId}`, 'uploads')
  return marked
}

function tooLate({ fixRounds }: store.Row, { timeZone }: Config): Problem {
  const ended = notifications.momentText(new Date(fixRounds.at(-1)?.dueAt ?? ''), timeZone)
  return new Problem('fix-too-late', {
    sentence: `The time to replace these files ended on ${ended}, so the proof was rejected. Please submit another proof for this task. If the task has closed meanwhile, you have ${retryHours} hours.`,
  })
}

const notOfKind = {
  image: 'is not a photo. Please replace a photo by a photo.',
  video: 'is not a video. Please replace a video by a video.',
}

const isLatestFix = ({ fixRounds }: store.Row, replacements: Map<string, string>) => {
  const files = fixRounds.at(-1)?.files ?? []
  return files.length === replacements.size && files.every((file) => replacements.get(file.path) === file.replacedBy)
}

/** Refuses a replacement that the proof already contains, marked or not. */
async function refuseFilesOfProof(tx: Tx, { contentUrls }: store.Row, claimed: uploads.Upload[]) {
  const inProof = await uploads.findMany({ db: tx }, contentUrls)
  for (const upload of claimed) {
    const same = inProof.find((file) => uploads.isSamePhoto(file, upload))
    const number = same ? contentUrls.indexOf(same.path) + 1 : 0
    const reason = `is the same file as number ${number} of this proof`
    if (same) throw new uploads.UploadRejected(upload.path, reason, upload.fileName)
  }
}

function refuseReplacement(files: NewFix['files'], { path, reason, fileName }: uploads.UploadRejected): Problem {
  const index = files.findIndex(({ replacement }) => replacement === path)
  const sentence = uploads.refusalSentence(fileName ?? `File ${index + 1}`, reason)
  return new Problem('proof-file', { sentence, fields: { [`files.${index}.replacement`]: sentence } })
}
