import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectFolder, readRelease } from '../../project.ts'
import { runLong } from './run-long.ts'

const serverFolder = () => join(projectFolder(), 'src/server')

export type Functions = { functions: string; triggers: string[] }

const trigger = /^create or replace trigger [^;]+;/gm

/** The SQL functions and triggers of this release: `functions.sql` of each slice and each platform part. */
export function readFunctions(): Functions {
  const text = ['platform', 'features']
    .flatMap((side) => readdirSync(join(serverFolder(), side)).map((name) => join(serverFolder(), side, name)))
    .map((folder) => join(folder, 'functions.sql'))
    .filter((file) => existsSync(file))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  return { functions: text.replace(trigger, ''), triggers: text.match(trigger) ?? [] }
}

/**
 * Creates this release's functions and triggers in the client's transaction. Idempotent: an equal hash of the text
 * skips it. An older release beside a newer one keeps the newer functions.
 */
export async function applyFunctions(client: pg.ClientBase) {
  const { functions, triggers } = readFunctions()
  const hash = createHash('sha256').update(functions).update(triggers.join('')).digest('hex')
  const applied = await readApplied(client)
  if (applied.hash === hash || isNewer(applied.release, readRelease())) return
  await runLong(client, functions)
  const present = await listTriggers(client)
  // Recreating a trigger would lock its table for writers.
  for (const statement of triggers) if (!present.has(withoutLayout(statement))) await runLong(client, statement)
  await client.query(`comment on table schema_migrations is ${pg.escapeLiteral(`${prefix}${readRelease()} ${hash}`)}`)
}

const prefix = 'functions of release '

/** The applied version is a table comment; a column or table for it would need a migration. */
async function readApplied(client: pg.ClientBase): Promise<{ release: string; hash?: string }> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select obj_description('schema_migrations'::regclass, 'pg_class') as comment`,
  )
  const [release = '', hash] = rows[0]?.comment?.replace(prefix, '').split(' ') ?? []
  return { release, hash }
}

const isNewer = (release: string, than: string) => release.localeCompare(than, 'en', { numeric: true }) > 0

async function listTriggers(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(t.oid, true) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::text::regnamespace and not t.tgisinternal`,
  )
  return new Set(rows.map(({ definition }) => withoutLayout(definition)))
}

/** PostgreSQL prints the same trigger with other case, brackets and casts than the file. */
const withoutLayout = (definition: string) => definition.toLowerCase().replace(/ or replace|::text|[\s();]/g, '')
