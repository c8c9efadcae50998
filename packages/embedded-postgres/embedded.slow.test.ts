import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openEmbedded } from './index.ts'
import { run } from './processes.ts'
import * as world from './testing.ts'

const { ask, isLinux, isRoot, startProgram, temporaryFolder, usedDataFolder } = world

afterEach(world.cleanUp)
afterAll(world.removeMade)

async function start(dataDir: string, log?: (line: string) => void) {
  const database = await openEmbedded({ dataDir, ...(log ? { log } : {}) })
  world.afterwards(database.stop)
  return database
}

const socketFolderOf = (url: string) => new URL(url).searchParams.get('host') ?? ''

test('a new data folder gets a durable database in UTF-8 that nothing but its socket leads to', async () => {
  const { url } = await start(join(await temporaryFolder(), 'data'))

  const [settings] = await ask(
    url,
    `select current_setting('fsync') fsync, current_setting('full_page_writes') pages,
      current_setting('data_checksums') checksums, current_setting('listen_addresses') addresses,
      current_setting('timezone') zone, current_setting('server_encoding') encoding,
      current_setting('max_connections') connections, lower('ÅÄÖ') lowered,
      (select rolsuper from pg_roles where rolname = current_user) mighty,
      (select datlocale from pg_database where datname = current_database()) locale`,
  )

  expect(settings).toEqual({
    ...{ fsync: 'on', pages: 'on', checksums: 'on', addresses: '', zone: 'UTC', encoding: 'UTF8' },
    ...{ connections: '60', lowered: 'åäö', mighty: false, locale: 'C.UTF-8' },
  })
})

test('what was written is there after a stop', async () => {
  const dataDir = await temporaryFolder()
  const first = await start(dataDir)
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(await readdir(dataDir)).toEqual(['db', 'log'])

  const second = await start(dataDir)

  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a wrong password is refused, and the folder of the socket is closed to others', async () => {
  const { url } = await start(await usedDataFolder())

  const forged = url.replace(/:[0-9a-f]{48}@/, ':guessed@')

  await expect(ask(forged, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect((await stat(socketFolderOf(url))).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('another user of the computer does not reach the socket (needs root to become one)', async () => {
  const { url } = await start(await usedDataFolder())
  const socket = join(socketFolderOf(url), '.s.PGSQL.5432')
  const knock = `require('node:net').connect(${JSON.stringify(socket)}).on('error', (e) => console.log(e.code)).on('connect', () => process.exit(0))`

  const { stdout } = await run(process.execPath, ['-e', knock], { uid: 4242, gid: 4242, cwd: '/', env: {} })

  expect(stdout.trim()).toBe('EACCES')
})

test('a second start on the same folder is refused with a sentence that names the first', async () => {
  const dataDir = await usedDataFolder()
  const { url } = await start(dataDir)

  await expect(startProgram({ dataDir })).rejects.toThrow(`(process ${process.pid})`)
  await expect(openEmbedded({ dataDir })).rejects.toThrow(`(process ${process.pid})`)

  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command joins the running server and leaves it running', async () => {
  const dataDir = await usedDataFolder()
  const program = await startProgram({ dataDir })

  const visit = await openEmbedded({ dataDir, mayJoin: true })
  await visit.stop()

  expect(visit.url).toBe(program.url)
  expect(await ask(program.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command joins a server that is still starting', async () => {
  const dataDir = await temporaryFolder()

  const [program, visit] = await Promise.all([
    startProgram({ dataDir }),
    world
      .eventually(async () => (await readdir(join(dataDir, 'lock'))).length > 0)
      .then(() => openEmbedded({ dataDir, mayJoin: true })),
  ])

  expect(visit.url).toBe(program.url)
})

test('a command starts a server of its own where none runs', async () => {
  const dataDir = await temporaryFolder()

  const visit = await openEmbedded({ dataDir, mayJoin: true })
  world.afterwards(visit.stop)
  const answer = await ask(visit.url, 'select 1 as one')
  await visit.stop()

  expect(answer).toEqual([{ one: 1 }])
  await expect(ask(visit.url, 'select 1')).rejects.toThrow()
})

test('a server that is killed comes back under the same address', async () => {
  const dataDir = await usedDataFolder()
  const said: string[] = []
  const { url } = await start(dataDir, (line) => said.push(line))

  process.kill(await world.postmasterOf(dataDir), 'SIGKILL')

  const rows = await world.eventually(async () => said.length > 0 && world.askForKeptRow(url))
  expect(rows).toEqual(world.keptRow)
  expect(said[0]).toBe('PostgreSQL ended unexpectedly (SIGKILL); starting it again.')
})

test('Ctrl-C at the terminal does not reach the server', async () => {
  const program = await startProgram({ dataDir: await usedDataFolder() })

  process.kill(-program.pid, 'SIGINT')
  await world.eventually(async () => program.said.includes('interrupted'))

  expect(await ask(program.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isLinux)('the server gets no secret of the surroundings (needs /proc to look)', async () => {
  const dataDir = await usedDataFolder()
  await startProgram({ dataDir })

  const environment = await readFile(`/proc/${await world.postmasterOf(dataDir)}/environ`, 'utf8')

  expect(environment).toContain('LC_ALL=C')
  expect(environment).not.toContain('PRODUCT_SECRET')
})

test('a data folder with a very long path works', async () => {
  const dataDir = join(await temporaryFolder(), 'long'.repeat(30), 'longer'.repeat(20))

  const { url } = await start(dataDir)

  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another PostgreSQL is refused with both versions', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'db'))
  await writeFile(join(dataDir, 'db/PG_VERSION'), '16\n')

  await expect(openEmbedded({ dataDir })).rejects.toThrow(/made by PostgreSQL 16.* brings PostgreSQL 18/)
  expect(await readdir(dataDir)).toEqual(['db'])
})

test('a folder with something else in it is refused', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'db'))
  await writeFile(join(dataDir, 'db/holiday.jpg'), '')

  await expect(openEmbedded({ dataDir })).rejects.toThrow('not a database')
})

test('a file in the place of the data folder is refused', async () => {
  const dataDir = join(await temporaryFolder(), 'data')
  await writeFile(dataDir, '')

  await expect(openEmbedded({ dataDir })).rejects.toThrow('is not a folder')
})

test('a folder that cannot be written is refused', async () => {
  const dataDir = await temporaryFolder(0o755)
  if (!isRoot) await chmod(dataDir, 0o555)

  const refusal = startProgram({ dataDir, ...(isRoot ? { as: { uid: 65534, gid: 65534 } } : {}) })

  await expect(refusal).rejects.toThrow('cannot be written by this user')
})

test.runIf(isRoot && isLinux)('a full disk is named (needs root to mount a small one)', async () => {
  const dataDir = await temporaryFolder()
  await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dataDir])
  world.afterwards(() => run('umount', [dataDir]))

  await expect(openEmbedded({ dataDir })).rejects.toThrow('The disk is full')
  expect(await readdir(dataDir)).toEqual([])
})

test('a system without binaries is told about DATABASE_URL', async () => {
  const before = `Object.defineProperty(process, 'arch', { value: 'mips' })`

  const refusal = startProgram({ dataDir: await temporaryFolder(), before })

  await expect(refusal).rejects.toThrow(/no built-in PostgreSQL for this system.*DATABASE_URL/)
})

test('a program that dies before it can start says why', async () => {
  const before = `throw new Error('the launcher is missing')`

  const refusal = startProgram({ dataDir: await temporaryFolder(), before })

  await expect(refusal).rejects.toThrow(/exit code 1\).*the launcher is missing/s)
})
