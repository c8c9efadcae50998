import pg from 'pg'
import { copyIn, copyOut } from '../../database/copy.ts'
import { stepsTable } from '../../database/migrating/steps.ts'
import { type Manifest, partName } from './manifest.ts'

type Tables = Manifest['tables']
type Sequences = Manifest['sequences']

/** A part holds whole rows in memory until it is written: large for speed, small for memory. */
const partBytes = 4 * 1024 * 1024
const quote = pg.escapeIdentifier

const inSchema = (column: string) => `${column} = current_schema()::text::regnamespace`

/** Every table except those of migrations, which the manifest describes; without generated columns. */
async function listTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where ${inSchema('c.relnamespace')} and c.relkind in ('r', 'p') and c.relname not in ('schema_migrations', '${stepsTable}')
     group by c.relname order by c.relname`,
  )
  return rows
}

async function listSequences(client: pg.ClientBase): Promise<Sequences> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where ${inSchema('relnamespace')} and relkind = 'S' order by relname`,
  )
  const sequences: Sequences = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quote(name)}`,
    )
    if (states[0]) sequences.push({ name, ...states[0] })
  }
  return sequences
}

const plainTexts = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`

/** All rows that the client's transaction sees, in parts. */
export async function dumpRows(
  client: pg.ClientBase,
  writePart: (name: string, bytes: Buffer) => Promise<void>,
): Promise<{ tables: Tables; sequences: Sequences }> {
  await client.query(plainTexts)
  const tables: Tables = []
  for (const { name, columns } of await listTables(client)) {
    let part = 0
    const statement = `copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`
    const rows = await copyOut(client, statement, partBytes, (bytes) => writePart(partName(name, ++part), bytes))
    tables.push({ name, columns, rows })
  }
  // Read sequences after the rows, so the next number is higher than any row's.
  return { tables, sequences: await listSequences(client) }
}

/**
 * Loads rows into new tables. Triggers are off, because the archive contains their results. Foreign keys return at the
 * end, so the order of tables is free. Needs only the owner's rights.
 */
export async function beginLoading(client: pg.ClientBase, expected: Tables, sequences: Sequences) {
  await requireSameTables(client, expected)
  await client.query(plainTexts)
  const names = expected.map(({ name }) => quote(name))
  // Migrations of an empty database insert rows as well; remove them first.
  await client.query(`truncate ${names.join(', ')}`)
  const references = await dropReferences(client)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  const loaded = new Map<string, number>()

  return {
    async loadPart(table: string, bytes: AsyncIterable<Buffer>) {
      const columns = expected.find(({ name }) => name === table)?.columns
      if (!columns) throw new Error(`The archive has rows of ${table}, which its manifest does not list.`)
      const statement = `copy ${quote(table)} (${columns.map(quote).join(', ')}) from stdin`
      loaded.set(table, (loaded.get(table) ?? 0) + (await copyIn(client, statement, bytes)))
    },
    async end() {
      const wrong = expected.find(({ name, rows }) => (loaded.get(name) ?? 0) !== rows)
      if (wrong) throw new Error(`${wrong.name} should have ${wrong.rows} rows and has ${loaded.get(wrong.name) ?? 0}.`)
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      for (const { table, name, definition } of references)
        await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
      for (const { name, lastValue, isCalled } of sequences)
        await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), lastValue, isCalled])
    },
  }
}

/** Requires the tables and columns of the archive, so no value is left out or misplaced. */
async function requireSameTables(client: pg.ClientBase, expected: Tables) {
  const list = (tables: { name: string; columns: string[] }[]) =>
    tables
      .map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`)
      .sort()
      .join('\n')
  if (list(await listTables(client)) !== list(expected))
    throw new Error('The tables of the archive are not those of the schema that it names.')
}

async function dropReferences(client: pg.ClientBase) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname::text as "table", conname::text as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and ${inSchema('k.connamespace')} order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
  return rows
}
