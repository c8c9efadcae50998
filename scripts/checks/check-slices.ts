// One feature, one name: the same folder in contract, server and client. Only the owner writes a table. No code or SQL
// names a table or function of a later slice.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const slices: string[] = createRequire(import.meta.url)('./slices.cjs')
const beside: Record<string, string[]> = {
  // Pages without data of the product.
  client: ['landing', 'api-docs'],
  // Shared by every slice.
  contract: ['branding', 'text'],
}
const days = 'a proof and its points change the days of analytics in one transaction (docs/decisions/0033)'
/** SQL of a later slice that runs on rows of an earlier one: triggers and functions by name, with the reason. */
const againstOrder: Record<string, string> = {
  adjustments_kept_by_day: days,
  proofs_kept_by_day_insert: days,
  proofs_kept_by_day_update: days,
  proofs_kept_by_day_delete: days,
  proofs_kept_by_task_insert: days,
  proofs_kept_by_task_delete: days,
  proofs_kept_reviews_insert: days,
  proofs_kept_reviews_delete: days,
  held_places: 'places that registrations hold end by themselves, so that no trigger can count them into event_counts',
}

const features = 'src/server/features'
const platform = 'src/server/platform'

const folders = (path: string) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []

const faults: string[] = []
const sides = {
  contract: folders('src/contract'),
  server: folders(features),
  client: folders('src/client/features'),
}

for (const [side, names] of Object.entries(sides)) {
  for (const name of names) {
    const known = slices.includes(name) || beside[side]?.includes(name)
    if (!known) faults.push(`${side}: "${name}" is no slice; add it to scripts/checks/slices.cjs or put it in one`)
  }
}
for (const name of sides.server) {
  if (!sides.contract.includes(name)) faults.push(`server/${name} has no contract of the same name`)
  for (const file of ['routes.ts', 'service.ts', 'store.ts']) {
    if (!existsSync(join(features, name, file))) faults.push(`server/${name} has no ${file}`)
  }
  if (!readdirSync(join(features, name)).some((file) => file.endsWith('.test.ts')))
    faults.push(`server/${name} has no test`)
}

/** A table by its name in code and in SQL, with the folder that owns it. */
type Table = { variable: string; name: string; owner: string }
const owners = [features, platform].flatMap((side) => folders(side).map((name) => join(side, name)))
const tables = owners
  .filter((folder) => existsSync(join(folder, 'tables.ts')))
  .flatMap((owner): Table[] =>
    [...readFileSync(join(owner, 'tables.ts'), 'utf8').matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(
      ([, variable = '', name = '']) => ({ variable, name, owner }),
    ),
  )

/** The tables of a file's imports, by their local names. */
function importedTables(source: string): Map<string, Table> {
  const found = new Map<string, Table>()
  for (const [, names = '', path = ''] of source.matchAll(/import \{([^}]+)\} from '([^']+\/tables\.ts)'/g)) {
    for (const part of names.split(',')) {
      const [variable = '', local = variable] = part.trim().split(' as ')
      const table = tables.find((one) => one.variable === variable && path.includes(`/${one.owner.split('/').at(-1)}/`))
      if (table) found.set(local, table)
    }
  }
  // Aliases of imported tables: `const r = registrations`.
  for (const [, short = '', variable = ''] of source.matchAll(/const (\w+) = (\w+)$/gm)) {
    const table = found.get(variable)
    if (table) found.set(short, table)
  }
  return found
}

/** The tables that a file writes: by the query builder, by SQL with an interpolated table, or by SQL with its name. */
function writesOf(source: string): { verb: string; table: Table | undefined }[] {
  const imported = importedTables(source)
  const byVariable = [
    ...source.matchAll(/\.(insert|update|delete)\((\w+)\)/g),
    ...source.matchAll(/\b(insert into|update|delete from) \$\{(\w+)\}/g),
  ].map(([, verb = '', variable = '']) => ({ verb, table: imported.get(variable) }))
  const byName = [...source.matchAll(/\b(insert into|update|delete from) (\w+)/g)].flatMap(([, verb = '', name = '']) =>
    tables.filter((table) => table.name === name).map((table) => ({ verb, table })),
  )
  return [...byVariable, ...byName]
}

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')
const sqlOf = (source: string) =>
  [...source.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, text = '']) => text).join('\n')

/** The SQL of each slice and of each part of the platform. */
const databaseCode = owners
  .filter((owner) => existsSync(join(owner, 'functions.sql')))
  .map((owner) => ({ owner, source: readFileSync(join(owner, 'functions.sql'), 'utf8').replace(/--.*$/gm, '') }))
const functions = databaseCode.flatMap(({ owner, source }) =>
  [...source.matchAll(/create or replace function (\w+)/g)].map(([, name = '']) => ({ name, owner })),
)

/** Slices later than this owner; every slice for a part of the platform. */
const laterThan = (owner: string) =>
  new Set(
    slices
      .map((slice) => join(features, slice))
      .slice(slices.findIndex((slice) => join(features, slice) === owner) + 1),
  )

/** Tables and functions of later slices in a SQL text. */
function namedTooEarly(owner: string, text: string) {
  const later = laterThan(owner)
  return [...tables, ...functions].filter(
    (thing) => later.has(thing.owner) && !againstOrder[thing.name] && new RegExp(`\\b${thing.name}\\b`).test(text),
  )
}

for (const { owner, source } of databaseCode) {
  const file = join(owner, 'functions.sql').replace('src/', '')
  for (const { verb, table } of writesOf(source))
    if (table && table.owner !== owner)
      faults.push(`${file} writes (${verb}) to ${table.name}, which ${table.owner} owns`)
  for (const thing of namedTooEarly(owner, source))
    faults.push(`${file} names ${thing.name}, which the later ${thing.owner} owns`)
  for (const [, name = '', on = ''] of source.matchAll(/create or replace trigger (\w+)[^;]*?\bon (\w+)/g)) {
    const table = tables.find((one) => one.name === on)
    if (table && table.owner !== owner && !againstOrder[name])
      faults.push(
        `${file} has a trigger on ${on}, which ${table.owner} owns: name ${name} in againstOrder with its reason`,
      )
  }
}

let writes = 0
for (const name of sides.server) {
  const owner = join(features, name)
  const files = readdirSync(owner, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((path) => path.endsWith('.ts') && !/(\.test|^testing)\.ts$/.test(path))) {
    const source = withoutComments(readFileSync(join(owner, file), 'utf8'))
    for (const { verb, table } of writesOf(source)) {
      writes++
      if (table && table.owner !== owner)
        faults.push(`server/${name}/${file} writes (${verb}) to ${table.name}, which ${table.owner} owns`)
    }
    for (const thing of namedTooEarly(owner, sqlOf(source)))
      faults.push(`server/${name}/${file} names ${thing.name}, which the later ${thing.owner} owns`)
  }
}

/** The arguments of each matched call: the text up to its closing bracket. */
const argumentsOf = (source: string, call: RegExp) =>
  [...source.matchAll(call)].map((match) => {
    const begin = match.index + match[0].length
    let end = begin
    for (let depth = 1; depth > 0 && end < source.length; end++) {
      if (source[end] === '(') depth++
      if (source[end] === ')') depth--
    }
    return source.slice(begin, end)
  })

// In `Promise.all`, one failed statement leaves the others running on a rolled-back transaction.
for (const file of readdirSync('src/server', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
  const source = withoutComments(readFileSync(join('src/server', file), 'utf8'))
  if (argumentsOf(source, /Promise\.all(?:Settled)?\(/g).some((given) => /\btx\b/.test(given)))
    faults.push(`server/${file} runs statements of a transaction by Promise.all; use allInOrder`)
}

for (const fault of faults) console.error(fault)
if (writes === 0) console.error('No writing statement was found: the check looked at nothing.')
console.log(
  `slices: ${sides.server.length} on the server, ${sides.client.length} on the client, ${tables.length} tables, ${functions.length} SQL functions, ${writes} writing statements, ${faults.length} faults`,
)
process.exit(faults.length > 0 || writes === 0 ? 1 : 0)
