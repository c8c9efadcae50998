import { defineConfig } from '@playwright/test'
import usual from '../../playwright.config.ts'

// `npm run test:cluster` starts the cluster and gives its addresses; not part of `npm test`.
// biome-ignore lint/style/noDefaultExport: Playwright wants one
export default defineConfig({
  ...usual,
  testDir: 'tests',
  testMatch: '*.cluster.ts',
  globalSetup: undefined,
  // One worker: the files share only the cluster, and it keeps the machine busy.
  workers: 1,
  projects: [{ name: 'cluster' }],
  // Each run creates its certificate.
  use: { ...usual.use, ignoreHTTPSErrors: true },
})
