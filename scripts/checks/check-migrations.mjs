// The migrations must match the tables: generating must add nothing. New ones must be compatible with the release
// before.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFaults } from './migration-rules.mjs'

const migrations = 'src/server/platform/database/migrations'

// A migration dated before its predecessor was generated on another branch, from tables without the predecessor's
// changes.
const { entries } = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
const outOfOrder = entries.filter(({ when }, index) => index > 0 && when <= entries[index - 1].when)
for (const { tag } of outOfOrder)
  console.error(`${tag} is dated before the migration in front of it: delete it and generate it again`)
if (outOfOrder.length > 0) process.exit(1)

const faults = entries.flatMap(({ tag }) => findFaults(tag, readFileSync(join(migrations, `${tag}.sql`), 'utf8')))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

const keep = mkdtempSync(join(tmpdir(), 'migrations-'))
cpSync(migrations, keep, { recursive: true })
const { stdout, stderr } = spawnSync('npx', ['drizzle-kit', 'generate', '--name', 'missing'], { encoding: 'utf8' })
const upToDate = stdout.includes('No schema changes')
if (!upToDate) {
  rmSync(migrations, { recursive: true })
  cpSync(keep, migrations, { recursive: true })
  console.error(`The tables changed without a migration: npm run db:generate -- --name what-changed\n${stderr}`)
}
rmSync(keep, { recursive: true })
console.log(`migrations: ${upToDate ? 'up to date' : 'one is missing'}`)
process.exit(upToDate ? 0 : 1)
