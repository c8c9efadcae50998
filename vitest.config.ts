import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: './scripts/test-database.ts',
    pool: 'forks',
    maxWorkers: 2,
    // Limits for a machine that is busy with other things; nothing is measured with them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
