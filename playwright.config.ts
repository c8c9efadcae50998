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
  // One more than the usual two cores: a test waits for its page, and a page for the server.
  workers: 3,
  // A test that needs a second try is a defect of the test or of the product.
  retries: 0,
  // Limits for a machine that is busy with other things; nothing is measured with them.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 45_000,
    launchOptions: { executablePath: chromiumPath, args: flags },
    // Recording a trace takes as long as the test itself; a picture of the failure costs nothing until then.
    screenshot: 'only-on-failure',
    timezoneId: 'America/Curacao',
    locale: 'en-GB',
  },
  projects: [
    { name: 'everything' },
    // Every role's journey once more with the colours of the person's own system.
    {
      name: 'high contrast',
      testMatch: 'accessibility.e2e.ts',
      grep: /by keyboard alone/,
      use: { contextOptions: { forcedColors: 'active', colorScheme: 'dark' } },
    },
  ],
})
