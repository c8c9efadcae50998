import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listStoredFiles } from '#server/backups.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { type Entry, entriesOf, forge, writeEntries } from '#server/testing/data/forged-archive.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { aFolder, startServer, startWorld } from '#server/testing.ts'
import { judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { restoreArchive } from './restore.ts'

const secret = 'Trade-wind-and-salt-77'
const person = 'ada.lovelace@mail.test'

/** A system with a row that can be found in an archive, and its archive. */
async function anArchive(environment: Record<string, string> = {}) {
  const server = await startServer({ environment })
  await server.db.execute(sql`insert into attempts (key, count, window_ends) values (${person}, 1, now())`)
  return { ...server, ...(await backUp(server)) }
}

type System = Awaited<ReturnType<typeof anEmptySystem>>

const isEmpty = async ({ bareDb, platform }: System) =>
  (await platform.files.isEmpty()) &&
  (await bareDb.execute(sql`select from pg_tables where schemaname = 'public'`)).rows.length === 0

const hasPerson = async ({ bareDb }: System) =>
  (await bareDb.execute(sql`select from attempts where key = ${person}`)).rows.length === 1

const changeSignature = (change: (signature: Record<string, string>) => void) => (entries: Entry[]) =>
  entries.map((entry) => {
    if (entry.name !== 'signature.json') return entry
    const signature = JSON.parse(entry.bytes.toString('utf8'))
    change(signature)
    return { ...entry, bytes: Buffer.from(JSON.stringify(signature)) }
  })

describe('an archive signed with the key file of its installation', () => {
  test('is restored on a new machine that has a copy of that file, and refused by one that has not', async () => {
    const { file, platform, clock } = await anArchive()
    const keyFile = join(platform.config.dataDir, 'backup.key')
    const without = await anEmptySystem(clock)
    const other = await anEmptySystem(clock)
    await openKeys(other.platform.config).deriveForWriting()
    const own = await anEmptySystem(clock)
    copyFileSync(keyFile, join(own.platform.config.dataDir, 'backup.key'))

    await expect(restore(without, file, false)).rejects.toThrow(/signed with a key that is not here.*--unsigned/)
    await expect(restore(other, file, false)).rejects.toThrow(/signed with a key that is not here/)
    await restore(own, file, false)

    expect(await Promise.all([without, other].map(isEmpty))).toEqual([true, true])
    expect(existsSync(join(without.platform.config.dataDir, 'backup.key'))).toBe(false)
    expect(await hasPerson(own)).toBe(true)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes(readFileSync(keyFile, 'utf8').trim())).toBe(false)
  })

  test('has one key, also when several processes make it at once', async () => {
    const config = { dataDir: aFolder() }

    await Promise.all(Array.from({ length: 8 }, () => openKeys(config).deriveForWriting()))

    expect(readdirSync(config.dataDir)).toEqual(['backup.key'])
    const [first, second] = [openKeys(config), openKeys(config)]
    const { salt, id } = await first.deriveForWriting()
    expect((await second.derive('file', salt))?.id).toBe(id)
  })

  test('that was changed is refused with its hashes made right again, and where nobody is asked for the signature', async () => {
    const { file, platform, clock } = await anArchive()
    const change = (entries: Entry[]) =>
      entries.map((entry) =>
        entry.name === 'rows/attempts/000001.copy'
          ? { ...entry, bytes: Buffer.from(entry.bytes.toString('utf8').replace('ada', 'eve')) }
          : entry,
      )
    const signature = entriesOf(file).filter(({ name }) => name === 'signature.json')
    const [unsigned, signed] = [`${file}.unsigned`, `${file}.signed`]
    for (const copy of [unsigned, signed]) copyFileSync(file, copy)
    forge(unsigned, change)
    writeEntries(signed, [...entriesOf(unsigned), ...signature])
    const target = await anEmptySystem(clock)
    copyFileSync(join(platform.config.dataDir, 'backup.key'), join(target.platform.config.dataDir, 'backup.key'))

    await expect(restore(target, unsigned, false)).rejects.toThrow(/is not signed.*--unsigned/)
    await expect(restore(target, signed, true)).rejects.toThrow('was changed after it was signed')
    expect(await isEmpty(target)).toBe(true)
  })

  test('whose signature is damaged, doubled or followed by more is refused', async () => {
    const { file, platform, clock } = await anArchive()
    const target = await anEmptySystem(clock)
    copyFileSync(join(platform.config.dataDir, 'backup.key'), join(target.platform.config.dataDir, 'backup.key'))
    const whole = entriesOf(file)
    const last = whole.at(-1) as Entry
    for (const [entries, sentence] of [
      [
        changeSignature((signature) => Object.assign(signature, { hmac: 'f'.repeat(64) }))(whole),
        /after it was signed/,
      ],
      [changeSignature((signature) => Object.assign(signature, { hmac: 'short' }))(whole), /cannot be read/],
      [[...whole, last], /signature\.json is twice/],
      [[...whole, { name: 'files/proofs/more.jpg', bytes: last.bytes }], /not in its place/],
    ] as const) {
      writeEntries(file, [...entries])
      await expect(restore(target, file, true)).rejects.toThrow(sentence)
    }
    expect(await isEmpty(target)).toBe(true)
  })
})

test('an archive of release 0.2, which signed nothing, is restored when --unsigned says so', async () => {
  const { file, clock } = await anArchive()
  forge(file, (entries) =>
    entries.map((entry) =>
      entry.name === 'manifest.json'
        ? { ...entry, bytes: Buffer.from(entry.bytes.toString('utf8').replace('"format": 2', '"format": 1')) }
        : entry,
    ),
  )
  const target = await anEmptySystem(clock)

  await expect(restore(target, file, false)).rejects.toThrow('is not signed')
  await restore(target, file, true)

  expect(await hasPerson(target)).toBe(true)
})

test('a passphrase signs instead of the key file, and a new machine needs nothing but it', async () => {
  const { file, platform, clock } = await anArchive({ BACKUP_PASSPHRASE: secret })
  const target = await anEmptySystem(clock, { BACKUP_PASSPHRASE: secret })
  const wrong = await anEmptySystem(clock, { BACKUP_PASSPHRASE: `${secret}!` })

  await restore(target, file, false)

  expect(await hasPerson(target)).toBe(true)
  expect(existsSync(join(platform.config.dataDir, 'backup.key'))).toBe(false)
  await expect(restore(wrong, file, false)).rejects.toThrow('signed with a key that is not here')
})

describe('an encrypted archive', () => {
  const environment = { BACKUP_PASSPHRASE: secret, BACKUP_ENCRYPT: 'true' }

  test('shows nothing of what is in it, and is restored with the passphrase only', async () => {
    const { file, clock } = await anArchive(environment)
    const target = await anEmptySystem(clock, { BACKUP_PASSPHRASE: secret })
    const wrong = await anEmptySystem(clock, { BACKUP_PASSPHRASE: `${secret}!` })
    const without = await anEmptySystem(clock)

    await restore(target, file, false)

    expect(await hasPerson(target)).toBe(true)
    const bytes = readFileSync(file)
    for (const text of [person, 'manifest', 'rows/', 'users', secret]) expect(bytes.includes(text), text).toBe(false)
    await expect(restore(wrong, file)).rejects.toThrow('BACKUP_PASSPHRASE is not the passphrase')
    await expect(restore(without, file)).rejects.toThrow('is encrypted: set BACKUP_PASSPHRASE')
  })

  test('is refused wherever it is cut or changed, and with chunks left out or in another order', async () => {
    const server = await startServer({ environment })
    // Several chunks of a mebibyte.
    await server.db.execute(
      sql`insert into attempts (key, count, window_ends) select n || repeat('x', 1000), 1, now() from generate_series(1, 3500) n`,
    )
    const { file } = await backUp(server)
    const whole = readFileSync(file)
    const keys = openKeys(server.platform.config)
    const judge = (bytes: Buffer) => {
      writeFileSync(`${file}.damaged`, bytes)
      return judgeArchive(`${file}.damaged`, keys, { acceptUnsigned: true })
    }
    const header = 61
    const chunk = 1024 * 1024 + 16
    const chunkAt = (n: number) => whole.subarray(header + n * chunk, header + (n + 1) * chunk)
    expect(whole.length).toBeGreaterThan(header + 3 * chunk)
    for (const [what, bytes] of [
      ['cut at a chunk', whole.subarray(0, header + 2 * chunk)],
      ['cut in a chunk', whole.subarray(0, header + 2 * chunk + 99)],
      ['cut at the end', whole.subarray(0, -1)],
      ['cut in the header', whole.subarray(0, 40)],
      ['a chunk left out', Buffer.concat([whole.subarray(0, header), whole.subarray(header + chunk)])],
      [
        'two exchanged',
        Buffer.concat([whole.subarray(0, header), chunkAt(1), chunkAt(0), whole.subarray(header + 2 * chunk)]),
      ],
      ['one twice', Buffer.concat([whole.subarray(0, header), chunkAt(0), whole.subarray(header)])],
      ['more behind', Buffer.concat([whole, Buffer.alloc(1)])],
    ] as const)
      await expect(judge(bytes), what).rejects.toThrow(/archive/i)
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 20)) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      await expect(judge(bytes), `byte ${at}`).rejects.toThrow(/archive/i)
    }
    expect((await judge(whole)).signature).toBe('valid')
  })
})

describe('an archive that changes between its judgement and its restore', () => {
  test.each(['rows/attempts/000001.copy', 'files/'])('at %s leaves the empty system empty', async (begin) => {
    const { acme, taskId, ...server } = await startWorld({ acme: 'company', taskId: 'task' })
    for (let n = 0; n < 3; n++) await uploaded(acme, undefined, { taskId })
    await server.db.execute(sql`insert into attempts (key, count, window_ends) values (${person}, 1, '2026-06-01Z')`)
    const { file } = await backUp(server)
    const { platform, databaseUrl: url, clock, ...target } = await anEmptySystem(server.clock)
    const { config, files } = platform
    const archive = await judgeArchive(file, openKeys(server.platform.config))
    const entries = entriesOf(file)
    // The last of them: those before it were put in their place already.
    const at = entries.findLastIndex(({ name }) => name.startsWith(begin))
    const bytes = Buffer.from(entries[at]?.bytes ?? '')
    bytes.writeUInt8(50, bytes.length - 2)
    writeEntries(file, entries.with(at, { name: entries[at]?.name ?? '', bytes }))

    const restoring = restoreArchive({ url, config, files, listFiles: listStoredFiles, now: clock.now() }, archive)

    await expect(restoring).rejects.toThrow('The archive changed while it was read')
    expect(await isEmpty({ platform, databaseUrl: url, clock, ...target })).toBe(true)
    expect(
      readdirSync(target.filesFolder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toEqual([])
  })
})

test('a key file that is damaged is named, and nothing is signed with it', async () => {
  const config = { dataDir: aFolder() }
  await openKeys(config).deriveForWriting()
  truncateSync(join(config.dataDir, 'backup.key'), 10)

  await expect(openKeys(config).deriveForWriting()).rejects.toThrow(/backup\.key is damaged: put a copy/)
})
