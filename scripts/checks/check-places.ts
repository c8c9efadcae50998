// Lists every missing part of every slice in one run, each with the line to add.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSettingNames } from '../deploy/setting-names.ts'

const apiFile = 'src/contract/api.ts'
const slicesFile = 'src/server/slices.ts'
const [accessFile, requestsFile] = ['src/server/testing/access-table.ts', 'src/server/testing/requests.ts']

type Endpoint = { method: string; path: string; access: string; reply: unknown; params?: unknown; body?: unknown }
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'reply' in value

const read = (file: string) => readFileSync(file, 'utf8')
const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(resolve(file)).href)
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
const names = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

const sliceNames: string[] = createRequire(import.meta.url)('./slices.cjs').map((name: string) =>
  name.replaceAll('-', ''),
)
const contract = sourcesIn('src/contract').filter((file) => dirname(file) !== 'src/contract')
const server = sourcesIn('src/server').map((file) => ({ file, text: read(file) }))
const features = server.filter(({ file }) => file.startsWith('src/server/features/'))
const slices = read(slicesFile)

const missing: string[] = []
const expectPlace = (isThere: boolean, file: string, what: string) => {
  if (!isThere) missing.push(`${file}: ${what}`)
}

const { api } = (await load(apiFile)) as { api: { operations: ReadonlyMap<unknown, unknown> } }
const [access, requests] = [read(accessFile), read(requestsFile)]
let calls = 0
for (const file of [...contract, 'src/contract/system.ts']) {
  for (const [name, value] of Object.entries(await load(file))) {
    if (!isEndpoint(value)) continue
    calls++
    const call = `'${value.method} ${value.path}'`
    expectPlace(api.operations.has(value), apiFile, `add ${name}, exported by ${file}, to a slice`)
    expectPlace(access.includes(`${call}:`), accessFile, `add ${call} with who may call it and what each is answered`)
    expectPlace(!value.body || requests.includes(`${call}:`), requestsFile, `add ${call} with a body that is accepted`)
    const binds = new RegExp(`\\b\\w*[rR]oute\\w*\\([^()]*\\b${name}\\b`)
    const isBound = server.some(({ text }) => binds.test(text))
    expectPlace(isBound, `src/server/features/${file.split('/')[2]}/routes.ts`, `bind ${name} of ${file} with route()`)
  }
}

for (const { file, text } of features) {
  const slice = file.split('/')[3] ?? ''
  const sliceFile = `src/server/features/${slice}/slice.ts`
  const manifest = features.find((other) => other.file === sliceFile)?.text ?? ''
  if (file.endsWith(`${slice}/routes.ts`))
    expectPlace(slices.includes(`/features/${slice}/slice.ts'`), slicesFile, `add the slice of ${sliceFile}`)
  for (const [, name = ''] of text.matchAll(/export function (\w+Routes)\(/g)) {
    const isCalled = server.some((other) => other.file !== file && names(other.text, name))
    expectPlace(isCalled, sliceFile, `add ${name} of ${file} to routes`)
  }
  for (const [, name = ''] of text.matchAll(/export const (\w+Job)\b[^=\n]*=/g))
    expectPlace(names(manifest, name), sliceFile, `add ${name} of ${file} to jobs`)
}
const listed = [...slices.matchAll(/^ {2}(?:create)?(\w+)Slice\b/gm)].map(([, name = '']) => name.toLowerCase())
const known = sliceNames.filter((name) => listed.includes(name))
expectPlace(
  known.join() === listed.filter((name) => known.includes(name)).join(),
  slicesFile,
  'list the slices in the order of scripts/checks/slices.cjs',
)
for (const { file, text } of server.filter(({ file }) => file.endsWith('/tables.ts'))) {
  for (const declared of text.split(/^export const /m).filter((part) => /^\w+ = pgTable\(/.test(part)))
    expectPlace(declared.includes('.enableRLS()'), file, `declare ${declared.split(' ')[0]} with .enableRLS()`)
}

const settingsFile = 'deploy/.env.example'
const settings = read(settingsFile)
for (const name of readSettingNames())
  expectPlace(names(settings, name), settingsFile, `add ${name} with its default and what it does`)

for (const line of missing.toSorted()) console.error(line)
if (calls === 0) console.error('No call was found in the contract: the check looked at nothing.')
console.log(`places: ${calls} calls, ${missing.length} places missing`)
process.exit(missing.length > 0 || calls === 0 ? 1 : 0)
