import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: './scripts/test-database.ts',
    pool: 'forks',
    maxWorkers: 2,
    // For a machine that is busy with something else; a second try shows in the report.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
