import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const features = 'src/server/features'

test('only the shared conditions ask for pending registrations, so that nobody counts one that is not confirmed', () => {
  const sources = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.includes('.test.'),
  )
  const asking = sources.filter((path) => {
    const source = readFileSync(join(features, path), 'utf8')
    const readsRegistrations = /registrations\/tables\.ts'|registrations as r\b|event_registrations/.test(source)
    return readsRegistrations && /\(r\.status, \[?'pending'|registrations\.status, \[?'pending'/.test(source)
  })

  expect(asking).toEqual(['registrations/conditions-store.ts'])
})
