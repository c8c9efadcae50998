import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Debian's own browser, without its windows if it can be had; elsewhere Playwright's.
const chromiumPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './scripts/build-if-stale.mjs',
  fullyParallel: true,
  workers: 2,
  // A second try is reported as flaky: seen, and no reason to stop everybody.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    launchOptions: { executablePath: chromiumPath, args: flags },
    // Recording takes as long as the test itself: only for one that failed.
    trace: 'on-first-retry',
    timezoneId: 'America/Curacao',
    locale: 'en-GB',
  },
})
