import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { changeManifest, type Entry, forge } from '#server/testing/data/forged-archive.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startWorld } from '#server/testing.ts'

/** A company with three cleaned photos, backed up. */
async function anArchive() {
  const { acme, ...server } = await startWorld({ acme: 'company' })
  const [taskId = ''] = await someTasks(server, 3)
  for (let n = 0; n < 3; n++) await uploaded(acme, undefined, { taskId })
  const left = sql`select from ${uploads} where prepared_at is null`
  await eventually(async () => (await server.db.execute(left)).rows.length === 0, 'every photo cleaned')
  return { ...(await backUp(server)), clock: server.clock }
}

type System = Awaited<ReturnType<typeof anEmptySystem>>

/** Every object of the database and every path in the file store. */
async function stateOf({ bareDb, filesFolder }: System) {
  const { rows } = await bareDb.execute(
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const paths = readdirSync(filesFolder, { recursive: true, withFileTypes: true })
  return { rows, files: paths.filter((entry) => entry.isFile()).map(({ name }) => name) }
}

const isFile = ({ name }: Entry) => name.startsWith('files/')
const isManifest = ({ name }: Entry) => name === 'manifest.json'
const copyOf = (wanted: (entry: Entry) => boolean, name?: string) => (entries: Entry[]) => {
  const found = entries.find(wanted) as Entry
  const at = entries.findLastIndex(wanted) + 1
  return entries.toSpliced(at, 0, { name: name ?? found.name, bytes: found.bytes })
}
const partOf = (table: string) => `rows/${table}/000001.copy`
const changePart = (table: string, change: (text: string) => string) => (entries: Entry[]) =>
  entries.map((entry) =>
    entry.name === partOf(table) ? { ...entry, bytes: Buffer.from(change(entry.bytes.toString('utf8'))) } : entry,
  )

const forgeries: [what: string, change: (entries: Entry[]) => Entry[], sentence: RegExp][] = [
  ['a second manifest', copyOf(isManifest), /manifest\.json is twice/],
  ['a manifest before the rows', (entries) => [...entries.slice(-1), ...entries.slice(0, -1)], /place/],
  ['no manifest', (entries) => entries.filter((entry) => !isManifest(entry)), /no manifest/],
  ['one file twice', copyOf(isFile), /twice/],
  ['rows twice', copyOf(({ name }) => name === partOf('users')), /twice/],
  ['rows behind files', copyOf(isFile, 'rows/users/000002.copy'), /rows\/users\/000002\.copy.*place/],
  [
    'rows without those before them',
    copyOf(({ name }) => name === partOf('users'), 'rows/users/000003.copy'),
    /lacks rows of users before part 3/,
  ],
  ['rows of a table that the manifest lacks', copyOf(({ name }) => name === partOf('users'), partOf('zz')), /zz/],
  ['a file that no row names', copyOf(isFile, 'files/proofs/nobody.jpg'), /files.*manifest|no row names/],
  [
    'a file that no row names, counted',
    (entries) => {
      const bytes = entries.find(isFile)?.bytes.length ?? 0
      const count = changeManifest(({ files }) =>
        Object.assign(files, { count: files.count + 1, bytes: files.bytes + bytes }),
      )
      return count(copyOf(isFile, 'files/proofs/nobody.jpg')(entries))
    },
    /no row names/,
  ],
  ['a file count that lies', changeManifest(({ files }) => Object.assign(files, { count: 99 })), /files.*manifest/],
  ['a size of files that lies', changeManifest(({ files }) => Object.assign(files, { bytes: 1 })), /files.*manifest/],
  [
    'a file that rows name and that is gone',
    (entries) => {
      const gone = entries.find(isFile) as Entry
      const count = changeManifest(({ files }) =>
        Object.assign(files, { count: files.count - 1, bytes: files.bytes - gone.bytes.length }),
      )
      return count(entries.filter((entry) => entry !== gone))
    },
    /missing/,
  ],
  [
    'a count of missing files that lies',
    changeManifest(({ files }) => Object.assign(files, { missing: 2 })),
    /missing/,
  ],
  [
    'a row count that lies',
    changeManifest(({ tables }) => Object.assign(tables.find(({ name }) => name === 'users') ?? {}, { rows: 77 })),
    /users should have 77 rows in the archive and has/,
  ],
  ['a row less than counted', changePart('users', (text) => text.split('\n').slice(1).join('\n')), /users should have/],
  [
    'rows that end too early',
    changePart('users', (text) => `\\.\n${text.split('\n').slice(1).join('\n')}`),
    /users|marker/,
  ],
  ['rows that are none', changePart('users', () => 'nonsense\n'), /rows of the archive are not what its schema takes/],
  [
    'a reference that leads nowhere',
    changePart('companies', (text) => text.replace(/\b[\da-f]{8}-/g, 'ffffffff-')),
    /./,
  ],
  [
    'a column that the schema lacks',
    changeManifest(({ tables }) => tables[0]?.columns.push('surprise')),
    /not those of the schema/,
  ],
  [
    'a sequence that the schema lacks',
    changeManifest(({ sequences }) => sequences.push({ name: 'surprise', lastValue: '1', isCalled: true })),
    /surprise/,
  ],
  [
    'files in a snapshot of rows',
    changeManifest((manifest) => Reflect.deleteProperty(manifest, 'files')),
    /files.*manifest/,
  ],
  ['a file where uploads arrive', copyOf(isFile, 'files/arriving/one.jpg'), /does not belong/],
]

describe('a forged archive is refused with nothing written:', () => {
  test.each(forgeries)('%s', async (_what, change, sentence) => {
    const { file, clock } = await anArchive()
    forge(file, change)
    const target = await anEmptySystem(clock)
    const before = await stateOf(target)
    const { files } = target.platform
    let written = 0
    const replace = files.replace.bind(files)
    files.replace = (...given) => {
      written++
      return replace(...given)
    }

    await expect(restore(target, file)).rejects.toThrow(sentence)

    expect(await stateOf(target)).toEqual(before)
    expect(written).toBe(0)
  })
})
