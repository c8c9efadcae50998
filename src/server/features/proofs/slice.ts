import type { Slice } from '#server/platform/slice.ts'
import { sweep as sweepDrafts } from './drafts/sweep.ts'
import { expireFixes, expireFixJob } from './fixes/expire.ts'
import { mailApprovalsJob } from './notices/approved.ts'
import { mailClosingsJob } from './notices/closings.ts'
import { sweep as sweepFiles } from './retention/retention.ts'
import { proofRoutes } from './routes.ts'
import { verifyLedger } from './service.ts'

export { joinDraft } from './drafts/drafts.ts'

export const proofsSlice: Slice = {
  routes: proofRoutes,
  jobs: [expireFixJob, mailClosingsJob, mailApprovalsJob],
  sweeps: { 'sweep-proof-files': sweepFiles, 'sweep-drafts': sweepDrafts, 'expire-fixes': expireFixes },
  verify: async (platform) => (await verifyLedger(platform)).differences,
  eraseDue: sweepFiles,
}
