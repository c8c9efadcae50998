import type { QueryOf } from '#contract/endpoint.ts'
import type { listContributors, listReviewedProofs, ProofCounts } from '#contract/proofs/company-proofs.ts'
import * as companies from '#server/features/companies/service.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { pageOf, parseListQuery, parsePageQuery } from '#server/platform/http/paging.ts'
import type { Platform } from '#server/platform/platform.ts'
import { forReview } from '../replies.ts'
import { withSamePhotos } from '../same-photos/same-photos.ts'
import { listOfCompany } from '../store.ts'
import * as store from './store.ts'

/** Lists the proofs of a company for reviewers. */
export async function list(
  platform: Platform,
  viewer: Viewer,
  companyId: string,
  { status, ...query }: QueryOf<typeof listReviewedProofs>,
) {
  await companies.read(platform, viewer, companyId)
  const listQuery = { ...parseListQuery(query), status }
  return pageOf(listQuery, await listOfCompany(platform.db, companyId, listQuery), (rows) =>
    withSamePhotos(
      platform,
      // As in the queue, only a proof that waits is compared with others.
      rows.flatMap(({ proof }) => (proof.status === 'pending' ? proof.contentUrls : [])),
      forReview(platform, viewer, rows),
    ),
  )
}

export async function countByStatus(platform: Platform, viewer: Viewer, companyId: string): Promise<ProofCounts> {
  await companies.read(platform, viewer, companyId)
  return store.countByStatus(platform.db, companyId)
}

export async function contributors(
  platform: Platform,
  viewer: Viewer,
  companyId: string,
  query: QueryOf<typeof listContributors>,
) {
  await companies.read(platform, viewer, companyId)
  const pageQuery = parsePageQuery(query)
  return pageOf(pageQuery, await store.contributors(platform.db, companyId, pageQuery), (rows) => rows)
}
