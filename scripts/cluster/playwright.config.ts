import { defineConfig } from '@playwright/test'
import usual from '../../playwright.config.ts'

// `npm run test:cluster` starts the cluster and gives its addresses; not part of `npm test`.
// biome-ignore lint/style/noDefaultExport: Playwright wants one
export default defineConfig({
  ...usual,
  testDir: 'tests',
  testMatch: '*.cluster.ts',
  globalSetup: undefined,
  // Nothing is shared between the files but the cluster, and the machine is busy with that.
  workers: 1,
  projects: [{ name: 'cluster' }],
  // The certificate is made for each run.
  use: { ...usual.use, ignoreHTTPSErrors: true },
})
