import { defineConfig } from 'vitest/config'

// Starts, kills or overloads processes, or has to wait: minutes that not every change can spend. `npm run test:slow`.
const slow = ['{src,packages,scripts}/**/*.slow.test.ts']

// What looks at processes, processor time and memory, or builds a program of its own.
const ownProcess = [
  'src/server/whole-product/{clock-set-back,openapi}.test.ts',
  'src/server/platform/media/**/*.test.ts',
  '{packages,scripts}/**/*.test.ts',
]

// `npm test` runs races on the distribution's PostgreSQL, if there is one.
const elsewhere = process.env.WITHOUT_RACES ? ['**/*.race.test.ts'] : []

export default defineConfig({
  test: {
    globalSetup: './scripts/testing/test-database.ts',
    // `npm test` repeats at its end what failed in every stage, and reads it here.
    reporters: process.env.TEST_REPORT ? ['default', ['json', { outputFile: process.env.TEST_REPORT }]] : ['default'],
    pool: 'forks',
    // Twice the usual two cores: tests wait as long as they work, for the database, for time to pass and for other processes.
    maxWorkers: 4,
    // A server is made for every test and thrown away: with more room for what is young, it is collected half as often.
    execArgv: ['--max-semi-space-size=64'],
    // Limits for a machine that is busy with other things; nothing is measured with them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: './src/server/testing/setup.ts',
    projects: [
      {
        extends: true,
        // Loading the server takes longer than most of these files: those of a worker share it.
        test: {
          name: 'shared',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...ownProcess, ...slow, ...elsewhere],
        },
      },
      { extends: true, test: { name: 'isolated', include: ownProcess, exclude: slow } },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
  },
})
