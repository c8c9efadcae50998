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

// Drawing what moves takes a tenth of all processor time. Tests of what moves ask for it.
const reducedMotion = 'reduce'

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
    // What a worker fetches passes by the routes with which a test changes answers. Files about workers allow them.
    serviceWorkers: 'block',
    launchOptions: { executablePath: chromiumPath, args: flags },
    // Both are taken of every page, also of a test that succeeds: a trace takes as long as the test itself, pictures a
    // twentieth of all time. What was shown on a failure is printed (`printPagesOnFailure`).
    trace: 'off',
    screenshot: 'off',
    timezoneId: 'America/Curacao',
    locale: 'en-GB',
    contextOptions: { reducedMotion },
  },
  projects: [
    { name: 'usual', grepInvert: /@slow/ },
    // Whole screens at every width, in every theme and at 400 %, and what has to wait: `npm run test:slow`.
    { name: 'slow', grep: /@slow/ },
    // Every role's journey once more with the colours of the person's own system. Also part of `npm run test:slow`.
    {
      name: 'high contrast',
      testMatch: 'accessibility.e2e.ts',
      grep: /by keyboard alone/,
      use: { contextOptions: { forcedColors: 'active', colorScheme: 'dark', reducedMotion } },
    },
  ],
})
