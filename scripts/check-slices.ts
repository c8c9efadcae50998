// One feature, one name: the same folder in contract, server and client; and only the owner of a table writes to it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const slices: string[] = createRequire(import.meta.url)('./slices.cjs')

/** Pages about no data of ours. */
const clientOnly = ['landing', 'api-docs']

const folders = (path: string) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []

const faults: string[] = []
const sides = {
  contract: folders('src/contract'),
  server: folders('src/server/features'),
  client: folders('src/client/features'),
}

for (const [side, names] of Object.entries(sides)) {
  for (const name of names) {
    const known = slices.includes(name) || (side === 'client' && clientOnly.includes(name))
    if (!known) faults.push(`${side}: "${name}" is no slice; add it to scripts/slices.cjs or put it in one`)
  }
}
for (const name of sides.server) {
  if (!sides.contract.includes(name)) faults.push(`server/${name} has no contract of the same name`)
  for (const file of ['routes.ts', 'service.ts', 'store.ts']) {
    if (!existsSync(join('src/server/features', name, file))) faults.push(`server/${name} has no ${file}`)
  }
  if (!readdirSync(join('src/server/features', name)).some((file) => file.endsWith('.test.ts')))
    faults.push(`server/${name} has no test`)
}

let statements = 0
for (const name of sides.server) {
  for (const file of readdirSync(join('src/server/features', name)).filter((file) => basename(file) === 'store.ts')) {
    const source = readFileSync(join('src/server/features', name, file), 'utf8')
    const foreign = [
      ...source.matchAll(/import \{([^}]+)\} from '#server\/(?:features\/[^']+|platform\/[^']+)\/tables\.ts'/g),
    ].flatMap((match) => (match[1] ?? '').split(',').map((part) => part.trim().split(' as ').at(-1) ?? ''))
    for (const [, verb, table = ''] of source.matchAll(/\.(insert|update|delete)\((\w+)\)/g)) {
      statements++
      if (foreign.includes(table))
        faults.push(`server/${name}/${file} writes (${verb}) to ${table}, which another owns`)
    }
  }
}

for (const fault of faults) console.error(fault)
if (statements === 0) console.error('No writing statement was found: the check looked at nothing.')
console.log(
  `slices: ${sides.server.length} on the server, ${sides.client.length} on the client, ${statements} writing statements, ${faults.length} faults`,
)
process.exit(faults.length > 0 || statements === 0 ? 1 : 0)
