import { defineConfig } from 'vitest/config'

// `npm run test:deploy`: needs root on Debian and some minutes. Not part of `npm test`.
// biome-ignore lint/style/noDefaultExport: Vitest wants one
export default defineConfig({
  test: {
    include: ['scripts/deploy/*.deploy.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 1_800_000,
  },
})
