import type { Slice } from '#server/platform/slice.ts'
import { measureFiles, startPreparing } from './preparing/prepare.ts'
import { sweep } from './removing/removal.ts'
import { fileRoutes } from './routes.ts'
import { listStoredFiles } from './service.ts'
import type { JoinDraft } from './uploads.ts'

/** The proofs slice passes `joinDraft`, because it depends on this slice. */
export const createFilesSlice = (joinDraft: JoinDraft): Slice => ({
  routes: (app, platform) => fileRoutes(app, platform, joinDraft),
  startWorker: startPreparing,
  sweeps: { 'sweep-uploads': sweep },
  measureQueue: measureFiles,
  listStoredFiles,
  eraseDue: sweep,
})
