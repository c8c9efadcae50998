// One feature, one name: the same folder in contract, server and client. Only the owner of a table writes to it, and nobody names
// a table of a slice that comes later. No two parts of a slice import each other. Reads every file and the SQL in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const slices: string[] = createRequire(import.meta.url)('./slices.cjs')
const beside: Record<string, string[]> = {
  // Pages about no data of ours.
  client: ['landing', 'api-docs'],
  // What every slice uses.
  contract: ['branding', 'text'],
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

/** A table by the name that code gives it and by the one that SQL knows, with the folder that owns it. */
type Table = { variable: string; name: string; owner: string }
const tables = [
  ...folders(features).map((name) => join(features, name)),
  ...folders(platform).map((name) => join(platform, name)),
]
  .filter((folder) => existsSync(join(folder, 'tables.ts')))
  .flatMap((owner): Table[] =>
    [...readFileSync(join(owner, 'tables.ts'), 'utf8').matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(
      ([, variable = '', name = '']) => ({ variable, name, owner }),
    ),
  )

/** Which tables an import brings in, by the names this file uses for them. */
function importedTables(source: string): Map<string, Table> {
  const found = new Map<string, Table>()
  for (const [, names = '', path = ''] of source.matchAll(/import \{([^}]+)\} from '([^']+\/tables\.ts)'/g)) {
    for (const part of names.split(',')) {
      const [variable = '', local = variable] = part.trim().split(' as ')
      const table = tables.find((one) => one.variable === variable && path.includes(`/${one.owner.split('/').at(-1)}/`))
      if (table) found.set(local, table)
    }
  }
  // Short names for what was imported: `const r = registrations`.
  for (const [, short = '', variable = ''] of source.matchAll(/const (\w+) = (\w+)$/gm)) {
    const table = found.get(variable)
    if (table) found.set(short, table)
  }
  return found
}

/** Of one file: which tables it writes, by a query builder, by SQL with the table in it, or by SQL with the table's name. */
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
    const later = new Set(slices.slice(slices.indexOf(name) + 1).map((slice) => join(features, slice)))
    for (const table of tables) {
      if (later.has(table.owner) && new RegExp(`\\b${table.name}\\b`).test(sqlOf(source)))
        faults.push(`server/${name}/${file} names ${table.name}, which the later ${table.owner} owns`)
    }
  }
}

/** Of a file inside a slice: its folder, or the file itself at the root of the slice. */
const partOf = (path: string) => path.split('/')[0] ?? path

/** The parts of a slice that import each other, as `a and b`. */
function listCircles(name: string): string[] {
  const owner = join(features, name)
  const files = readdirSync(owner, { recursive: true, encoding: 'utf8' })
  const imports = new Set<string>()
  for (const file of files.filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path))) {
    for (const [, path = ''] of readFileSync(join(owner, file), 'utf8').matchAll(/from '(\.{1,2}\/[^']+)'/g))
      imports.add(`${partOf(file)} > ${partOf(relative(owner, join(owner, dirname(file), path)))}`)
  }
  return [...imports].flatMap((one) => {
    const [from = '', to = ''] = one.split(' > ')
    return from < to && imports.has(`${to} > ${from}`) ? [`${from} and ${to}`] : []
  })
}

for (const name of sides.server)
  for (const circle of listCircles(name)) faults.push(`server/${name}: ${circle} import each other`)

/** What the brackets hold that open at the end of each match. */
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

// One of several statements that fails leaves the others running on a transaction that is rolled back.
for (const file of readdirSync('src/server', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
  const source = withoutComments(readFileSync(join('src/server', file), 'utf8'))
  if (argumentsOf(source, /Promise\.all(?:Settled)?\(/g).some((given) => /\btx\b/.test(given)))
    faults.push(`server/${file} runs statements of a transaction by Promise.all; use allInOrder`)
}

for (const fault of faults) console.error(fault)
if (writes === 0) console.error('No writing statement was found: the check looked at nothing.')
console.log(
  `slices: ${sides.server.length} on the server, ${sides.client.length} on the client, ${tables.length} tables, ${writes} writing statements, ${faults.length} faults`,
)
process.exit(faults.length > 0 || writes === 0 ? 1 : 0)
