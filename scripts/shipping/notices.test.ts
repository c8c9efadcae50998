import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('every shipped package is named with its licence, development packages are not', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/shipping/notices.mjs'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })

  expect(status).toBe(0)
  expect(stdout).toMatch(/^fastify [\d.]+\nLicence: MIT$/m)
  // The library that sharp reads photos with.
  expect(stdout).toMatch(/^@img\/sharp-libvips-\S+ [\d.]+\nLicence: LGPL-3\.0-or-later$/m)
  expect(stdout).not.toMatch(/^vitest /m)
})
