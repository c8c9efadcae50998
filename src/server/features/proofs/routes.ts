import type { FastifyInstance } from 'fastify'
import { countCompanyProofs, listContributors, listReviewedProofs } from '#contract/proofs/company-proofs.ts'
import { changeDraft, listDrafts, readDraft } from '#contract/proofs/draft.ts'
import {
  claimProof,
  deleteProofFile,
  fixProof,
  listCompanyProofs,
  listDecidedProofs,
  listPendingProofs,
  listProofHistory,
  releaseProof,
  reopenProof,
  reviewProof,
  submitProof,
  summarizeProofs,
} from '#contract/proofs/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { captureRoutes } from './capture/routes.ts'
import * as companyProofs from './company/company-proofs.ts'
import * as drafts from './drafts/drafts.ts'
import { fix } from './fixes/fix.ts'
import { createDecide } from './reviewing/decide.ts'
import { history } from './reviewing/history.ts'
import * as review from './reviewing/review.ts'
import * as proofs from './service.ts'

export function proofRoutes(app: FastifyInstance, platform: Platform) {
  route(app, submitProof, ({ body, viewer, platform }) => proofs.submit(platform, viewer, body))

  route(app, listDrafts, ({ viewer }) => drafts.list(platform, viewer))

  route(app, readDraft, ({ params, viewer }) => drafts.read(platform, viewer, params.id))

  route(app, changeDraft, ({ params, body, viewer, platform }) => drafts.change(platform, viewer, params.id, body))

  captureRoutes(app, platform)

  route(app, listCompanyProofs, ({ params, query, viewer }) => proofs.listOfCompany(platform, viewer, params.id, query))

  route(app, listReviewedProofs, ({ params, query, viewer }) => companyProofs.list(platform, viewer, params.id, query))

  route(app, countCompanyProofs, ({ params, viewer }) => companyProofs.countByStatus(platform, viewer, params.id))

  route(app, listContributors, ({ params, query, viewer }) =>
    companyProofs.contributors(platform, viewer, params.id, query),
  )

  route(app, listProofHistory, ({ params, viewer }) => history(platform, viewer, params.id))

  route(app, listPendingProofs, ({ query, viewer }) => proofs.listPending(platform, viewer, query))

  route(app, listDecidedProofs, ({ query, viewer }) => proofs.listDecided(platform, viewer, query))

  route(app, summarizeProofs, () => proofs.summary(platform))

  const decide = createDecide(platform)
  route(app, reviewProof, ({ params, body, viewer, request }) =>
    decide({ viewer, id: params.id, requestId: request.id, ...body }),
  )

  route(app, fixProof, ({ params, body, viewer, platform }) => fix(platform, viewer, params.id, body))

  route(app, reopenProof, ({ params, body, viewer, platform }) => review.reopen(platform, viewer, params.id, body.note))

  route(app, claimProof, ({ params, viewer, platform }) => review.claim(platform, viewer, params.id))

  route(app, releaseProof, ({ params, viewer, platform }) => review.release(platform, viewer, params.id))

  route(app, deleteProofFile, ({ params, viewer, platform }) =>
    review.removeFile(platform, viewer, params.id, params.name),
  )
}
