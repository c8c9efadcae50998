import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { byHand, keptByTriggers, type Row } from './rows-by-hand.ts'

type Column = { name: string; type: string; isNullable: boolean; isKey: boolean; parent: string | null }
type Table = { name: string; columns: Column[] }

const rowsInEachTable = 3

/**
 * Columns that reference another table without a foreign key. `users.company_id` would make a circle and stays empty.
 */
const parents: Record<string, string> = {
  company_id: 'companies',
  user_id: 'users',
  task_id: 'tasks',
  event_id: 'events',
}

/**
 * Fills every table of the current schema, of any release: columns and foreign keys are read from the database. Each
 * round adds rows. `rows-by-hand.ts` has the rules that only the product knows, such as points for an approved proof.
 */
export async function fillTables(client: pg.ClientBase, round: number) {
  const written = new Map<string, Row[]>()
  const tables = await readTables(client)
  for (const table of orderByParents(tables)) {
    if (keptByTriggers.includes(table.name)) continue
    const rows: Row[] = []
    for (let n = 0; n < rowsInEachTable; n++) {
      const rowOf = (name: string): Row => written.get(name)?.[n] ?? {}
      const row = await insert(client, table, makeRow(table, round * rowsInEachTable + n, rowOf))
      if (row) rows.push(row)
    }
    written.set(table.name, rows)
  }
  await addUpTotals(client, tables)
}

/** References the rows with the same number in other tables, so that no row is referenced twice. */
function makeRow({ name, columns }: Table, n: number, rowOf: (table: string) => Row): Row {
  const own = byHand[name]?.(n, rowOf) ?? {}
  const values = columns.map((column) => {
    if (column.name in own) return own[column.name]
    if (column.isNullable && n % rowsInEachTable === 2) return null
    if (column.parent) return rowOf(column.parent).id ?? rowOf(column.parent)[column.name] ?? null
    return makeValue(column, n)
  })
  return Object.fromEntries(columns.map((column, at) => [column.name, values[at]]))
}

const startedAt = Date.now()

function makeValue({ name, type, isKey }: Column, n: number): unknown {
  switch (type) {
    case 'uuid':
      return randomUUID()
    case 'text':
      return `${name} ${n}`
    case 'boolean':
      return isKey || n % 2 === 0
    case 'smallint':
    case 'integer':
    case 'bigint':
      return n
    case 'timestamp with time zone':
      return new Date(startedAt - n * 60_000)
    case 'timestamp with time zone[]':
      return [new Date(startedAt - n * 60_000)]
    case 'date':
      return new Date(startedAt - n * 86_400_000)
    case 'text[]':
      return [`${name} ${n}`]
    case 'json':
    case 'jsonb':
      return JSON.stringify({ [name]: n })
    case 'bytea':
      return Buffer.from(`${name} ${n}`)
    default:
      throw new Error(`${name} has the type ${type}, for which there is no value`)
  }
}

async function insert(client: pg.ClientBase, { name, columns }: Table, row: Row): Promise<Row | undefined> {
  // A table with a boolean key holds one row.
  const once = columns.some(({ isKey, type }) => isKey && type === 'boolean') ? 'on conflict do nothing' : ''
  const names = Object.keys(row).map((column) => `"${column}"`)
  const places = names.map((_, n) => `$${n + 1}`)
  const { rows } = await client
    .query<Row>(
      `insert into "${name}" (${names.join(', ')}) values (${places.join(', ')}) ${once} returning *`,
      Object.values(row),
    )
    .catch((error: Error) => {
      throw new Error(`${name} was not filled: ${error.message}`)
    })
  return rows[0]
}

async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Column & { table: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
       exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey",
       (select p.relname from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum]) as parent
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::text::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
     order by c.relname, a.attnum`,
  )
  const names = [...new Set(rows.map(({ table }) => table))]
  const parentOf = ({ table, name, type, parent }: (typeof rows)[number]): string | null => {
    const known = table === 'users' || type !== 'uuid' ? undefined : parents[name]
    return parent ?? (known && names.includes(known) ? known : null)
  }
  return names.map((name) => ({
    name,
    columns: rows.filter(({ table }) => table === name).map((row) => ({ ...row, parent: parentOf(row) })),
  }))
}

function orderByParents(tables: Table[]): Table[] {
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const isThere = (name: string) => ordered.some((table) => table.name === name)
    const next = tables.find(
      ({ name, columns }) => !isThere(name) && columns.every(({ parent }) => !parent || isThere(parent)),
    )
    if (!next) throw new Error('tables name each other in a circle')
    ordered.push(next)
  }
  return ordered
}

/** As the product does with every ledger entry. */
async function addUpTotals(client: pg.ClientBase, tables: Table[]) {
  const has = (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.some((one) => one.name === column))
  if (!has('point_entries', 'points')) return
  const millionths = 'sum(round(points * 1000000::numeric / greatest(team_size, 5)))'
  const perPerson = has('companies', 'per_person_millionths')
    ? `, per_person_millionths = (select ${millionths} from point_entries where company_id = c.id)`
    : ''
  await client.query(
    `update companies c set total_points = l.points, total_calories_burned = l.calories, reached_at = l.reached_at ${perPerson}
     from (select company_id, sum(points) as points, sum(calories) as calories, max(effective_at) as reached_at
       from point_entries group by company_id) l where l.company_id = c.id`,
  )
}
