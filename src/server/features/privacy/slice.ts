import type { Slice } from '#server/platform/slice.ts'
import { privacyRoutes } from './routes.ts'
import { eraseAgain, keepErased } from './service.ts'

export { erase, exportToFile } from './command-line.ts'

export const privacySlice: Slice = {
  routes: privacyRoutes,
  sweeps: { 'keep-erased': keepErased },
  // The list beside the archives names everyone who was erased on request.
  eraseDue: async (platform, archiveFolder) => void (await eraseAgain(platform, archiveFolder)),
}
