import type { QueryOf } from '#contract/endpoint.ts'
import { storedPath } from '#contract/files/endpoints.ts'
import type {
  listCompanyProofs,
  listDecidedProofs,
  listPendingProofs,
  NewProof,
  Proof,
  ProofSummary,
} from '#contract/proofs/endpoints.ts'
import { noticeVersion } from '#contract/proofs/endpoints.ts'
import * as companies from '#server/features/companies/service.ts'
import * as uploads from '#server/features/files/service.ts'
import * as tasks from '#server/features/tasks/service.ts'
import { after, days } from '#server/platform/clock.ts'
import { allInOrder } from '#server/platform/database/batching/all-in-order.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { pageOf, parseListQuery } from '#server/platform/http/paging.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockForSubmission } from './drafts/drafts.ts'
import { forCompany, forReview } from './replies.ts'
import { withSamePhotos } from './same-photos/same-photos.ts'
import { refuseUsed } from './same-photos/used-photos.ts'
import * as store from './store.ts'
import { verify } from './verify/verify.ts'

export { eraseDraftsOf, eraseProofsOf } from './erase-store.ts'
export { measureWaiting } from './reviewing/waiting-store.ts'

/** Submits a proof. Its files must be complete, clean, of the declared kind, unused, and of the same company. */
export async function submit(platform: Platform, viewer: Viewer, proof: NewProof): Promise<Proof> {
  const { db, clock } = platform
  if (!viewer.companyId) throw new Problem('no-company')
  // Hide other companies: their ids answer `not-found`.
  if (proof.companyId !== viewer.companyId) throw new Problem('not-found')
  const paths = proof.contentUrls.map((url, index) => pathIn(url, index, platform.config))
  const twice = paths.findIndex((path, index) => paths.indexOf(path) !== index)
  if (twice >= 0) throw refusedFile(twice, 'Each file can be used only once')
  const companyId = viewer.companyId
  const submission = async () => {
    await uploads.ensurePrepared(platform, companyId, paths)
    return db.transaction(async (tx) => {
      await uploads.lockFilesOf(tx, companyId)
      // A company with a rejected proof may try again, also after the task was archived.
      const rejectedAt = await store.lastRejectedAt(tx, companyId, proof.taskId)
      const task = await tasks.lockOffered(tx, proof.taskId, { evenArchived: rejectedAt !== undefined })
      await lockForSubmission(tx, companyId, proof.taskId, clock.now())
      const claimed = await uploads.claim(tx, companyId, paths)
      const uploadsBeganAt = new Date(Math.max(...claimed.map(({ createdAt }) => createdAt.getTime())))
      const submittedAt = await tasks.requireOpen(tx, platform, task, { uploadsBeganAt, rejectedAt })
      const other = claimed.find(({ type }) => !uploads.typeFits(type, proof.contentType))
      if (other) throw new uploads.UploadRejected(other.path, otherKind[proof.contentType], other.fileName)
      await refuseUsed(tx, companyId, claimed, platform.config)
      const row = {
        taskId: proof.taskId,
        companyId,
        contentUrls: paths,
        contentType: proof.contentType,
        noticeVersion,
        submittedAt,
        isRetry: rejectedAt !== undefined,
      }
      // Lock order: the company comes before the days of the proof.
      const [, { id }] = await allInOrder([companies.fixTeamSize(tx, companyId, submittedAt), store.insert(tx, row)])
      await publish(tx, 'administrators', 'proofs')
      await publish(tx, { user: viewer.userId }, `companies/${companyId}`, 'uploads', 'capture')
      return id
    })
  }
  const id = await submission().catch(async (error: unknown) => {
    if (brokenUniqueness(error) === 'task_proofs_live') throw new Problem('proof-exists')
    if (!(error instanceof uploads.UploadRejected)) throw error
    // The first of two identical requests has used the files: confirm that a proof exists.
    if (await store.hasLive(db, companyId, proof.taskId)) throw new Problem('proof-exists')
    throw refusedFile(paths.indexOf(error.path), error.reason, error.fileName)
  })
  const found = await store.findWithNames(db, id)
  if (!found) throw new Problem('not-found')
  return forCompany(platform, found)
}

const otherKind = {
  image: 'is not a photo. Choose Videos, or remove it.',
  video: 'is not a video. Choose Images, or remove it.',
}

export async function listOfCompany(
  platform: Platform,
  viewer: Viewer,
  companyId: string,
  query: QueryOf<typeof listCompanyProofs>,
) {
  if (!viewer.isAdmin && viewer.companyId !== companyId) throw new Problem('not-found')
  const listQuery = parseListQuery(query)
  return pageOf(listQuery, await store.listOfCompany(platform.db, companyId, listQuery), (rows) =>
    Promise.all(rows.map((row) => forCompany(platform, row))),
  )
}

export async function listPending(platform: Platform, viewer: Viewer, query: QueryOf<typeof listPendingProofs>) {
  const listQuery = parseListQuery(query)
  return pageOf(listQuery, await store.listPending(platform.db, listQuery), async (rows) =>
    withSamePhotos(
      platform,
      rows.flatMap(({ proof }) => proof.contentUrls),
      forReview(platform, viewer, rows),
    ),
  )
}

export async function listDecided(platform: Platform, viewer: Viewer, query: QueryOf<typeof listDecidedProofs>) {
  const listQuery = parseListQuery(query)
  const { status, reviewedBy, reviewedOn } = query
  const filters = { status, reviewedBy, reviewedOn, timeZone: platform.config.timeZone }
  return pageOf(listQuery, await store.listDecided(platform.db, listQuery, filters), (rows) =>
    forReview(platform, viewer, rows),
  )
}

export const verifyLedger = verify

export const taskTitlesOf = ({ db }: Platform, ids: string[]) => store.taskTitlesOf(db, ids)

export async function summary({ db, clock, config }: Platform): Promise<ProofSummary> {
  const [companies, participating, byDay] = await Promise.all([
    store.countCompanies(db),
    store.countParticipating(db),
    store.decisionsByDay(db, config.timeZone, after(clock.now(), -days(14))),
  ])
  return { companies, participating, days: byDay }
}

function refusedFile(index: number, reason: string, fileName?: string): Problem {
  const sentence = uploads.refusalSentence(fileName ?? `File ${index + 1}`, reason)
  return new Problem('proof-file', { sentence, fields: { [`contentUrls.${index}`]: sentence } })
}

/** Accepts a stored path, or a URL of our storage that ends in a stored path. */
function pathIn(url: string, index: number, { publicUrl, s3 }: Platform['config']): string {
  const relative = !/^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(url)
  const isOurHost =
    relative || [publicUrl, s3?.servedFrom].some((ourUrl) => ourUrl !== undefined && isSamePlace(url, ourUrl))
  const path = storedPath.safeParse(url.split(/[?#]/)[0]?.split('/').slice(-2).join('/'))
  if (!isOurHost || !path.success || !path.data.startsWith('proofs/'))
    throw refusedFile(index, 'was not found. Please upload it again.')
  return path.data
}

/** Treats localhost, 127.0.0.1 and [::1] as the same host. */
function isSamePlace(url: string, ourUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const origin = (address: string) =>
    new URL(address).origin.replace(/\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, '//localhost')
  return origin(url) === origin(ourUrl)
}
