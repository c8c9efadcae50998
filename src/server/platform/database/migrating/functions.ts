import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectFolder, readRelease } from '../../project.ts'
import { runLong } from './run-long.ts'

const serverFolder = () => join(projectFolder(), 'src/server')

export type Functions = { functions: string; triggers: string[] }

const trigger = /^create or replace trigger [^;]+;/gm

/** The SQL functions and triggers of this release: the `functions.sql` of each slice and each part of the platform. */
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
 * Makes functions and triggers those of this release, in the transaction that the client is in. A start that finds the hash of the same
 * text does nothing. An older release that starts beside a newer one leaves the functions of the newer one.
 */
export async function applyFunctions(client: pg.ClientBase) {
  const { functions, triggers } = readFunctions()
  const hash = createHash('sha256').update(functions).update(triggers.join('')).digest('hex')
  const applied = await readApplied(client)
  if (applied.hash === hash || isNewer(applied.release, readRelease())) return
  await runLong(client, functions)
  const present = await listTriggers(client)
  // To make a trigger again would lock its table for writers.
  for (const statement of triggers) if (!present.has(withoutLayout(statement))) await runLong(client, statement)
  await client.query(`comment on table schema_migrations is ${pg.escapeLiteral(`${prefix}${readRelease()} ${hash}`)}`)
}

const prefix = 'functions of release '

/** Which functions the database has is a comment: a column or table of its own would be a migration. */
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

/** A file and PostgreSQL write the same trigger in different letters, with other brackets and casts. */
const withoutLayout = (definition: string) => definition.toLowerCase().replace(/ or replace|::text|[\s();]/g, '')
