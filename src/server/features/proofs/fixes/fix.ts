import type { NewFix, Proof } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { forCompany } from '../service.ts'
import * as store from '../store.ts'
import { applyFix, pathsToFix } from './rounds.ts'

/**
 * A company replaces the files that a reviewer marked, all at once. The proof keeps its time of submission and waits for its review
 * again, also after its task has closed. Until the sweep has rejected it, a late fix counts.
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
  const replaced = await fixing().catch((error: unknown) => {
    if (error instanceof uploads.UploadRejected) throw refuseReplacement(files, error)
    throw error
  })
  await uploads.removeForgotten(platform, replaced)
  const fixed = await store.findWithNames(db, id)
  if (!fixed) throw new Problem('not-found')
  return forCompany(platform, fixed)
}

type Fix = { viewer: Viewer; companyId: string; id: string; replacements: Map<string, string> }

/** The paths of the files that are no longer part of the proof. */
async function replaceFiles(tx: Tx, { clock }: Platform, { viewer, companyId, id, replacements }: Fix) {
  // Locked before it is judged: a fix never meets a decision, the end of its time or another fix.
  const proof = await store.lock(tx, id)
  if (!proof) throw new Problem('not-found')
  if (!proof.fixDueAt) {
    // Sent twice: that the first was taken is what the sender wants to know.
    if (isLatestFix(proof, replacements)) return []
    throw new Problem('no-fix-requested')
  }
  const marked = pathsToFix(proof)
  if (marked.length !== replacements.size || !marked.every((path) => replacements.has(path)))
    throw new Problem('fix-incomplete')
  const claimed = await uploads.claim(tx, companyId, [...replacements.values()])
  const other = claimed.find(({ type }) => !uploads.typeFits(type, proof.contentType))
  if (other) throw new uploads.UploadRejected(other.path, notOfKind[proof.contentType], other.fileName)
  await refuseFilesOfProof(tx, proof, claimed)
  const changes = applyFix(proof, replacements, clock.now())
  await store.update(tx, id, { ...changes, adminNotes: null, reviewedAt: null, reviewedBy: null })
  await uploads.forget(tx, marked)
  await publish(tx, 'administrators', 'proofs')
  await publish(tx, { user: viewer.userId }, `companies/${companyId}`, 'uploads')
  return marked
}

const notOfKind = {
  image: 'is not a photo. Please replace a photo by a photo.',
  video: 'is not a video. Please replace a video by a video.',
}

const isLatestFix = ({ fixRounds }: store.Row, replacements: Map<string, string>) => {
  const files = fixRounds.at(-1)?.files ?? []
  return files.length === replacements.size && files.every((file) => replacements.get(file.path) === file.replacedBy)
}

/** A file that is part of the proof already, marked or not, replaces nothing. */
async function refuseFilesOfProof(tx: Tx, { contentUrls }: store.Row, claimed: uploads.Upload[]) {
  const inProof = await uploads.findMany({ db: tx }, contentUrls)
  for (const { path, sha256, fileName } of claimed) {
    const same = inProof.find((file) => sha256 !== null && file.sha256 === sha256)
    const number = same ? contentUrls.indexOf(same.path) + 1 : 0
    if (same) throw new uploads.UploadRejected(path, `is the same file as number ${number} of this proof`, fileName)
  }
}

function refuseReplacement(files: NewFix['files'], { path, reason, fileName }: uploads.UploadRejected): Problem {
  const index = files.findIndex(({ replacement }) => replacement === path)
  const sentence = uploads.refusalSentence(fileName ?? `File ${index + 1}`, reason)
  return new Problem('proof-file', { sentence, fields: { [`files.${index}.replacement`]: sentence } })
}
