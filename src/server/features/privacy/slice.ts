import type { Slice } from '#server/platform/slice.ts'
import { privacyRoutes } from './routes.ts'
import { eraseAgain, keepErased } from './service.ts'

export { erase, exportToFile } from './command-line.ts'

export const privacySlice: Slice = {
  routes: privacyRoutes,
  sweeps: { 'keep-erased': keepErased },
  // Who was erased on request is in a list beside the archives.
  eraseDue: async (platform, archiveFolder) => void (await eraseAgain(platform, archiveFolder)),
}
