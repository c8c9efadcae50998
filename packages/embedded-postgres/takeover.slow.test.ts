import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openEmbedded } from './index.ts'
import { runningProcess } from './processes.ts'
import * as world from './testing.ts'

const { askForKeptRow, eventually, isLinux, isRoot, keptRow, postmasterOf, startProgram, usedDataFolder } = world

afterEach(world.cleanUp)
afterAll(world.removeMade)

async function start(dataDir: string) {
  const database = await openEmbedded({ dataDir })
  world.afterwards(database.stop)
  return database
}

test('after a kill -9 the next start replaces the server left behind', async () => {
  const dataDir = await usedDataFolder()
  const program = await startProgram({ dataDir })
  const orphan = await postmasterOf(dataDir)
  await program.kill()
  expect(await runningProcess(orphan)).toBeDefined()

  const { url } = await start(dataDir)

  expect(await runningProcess(orphan)).toBeUndefined()
  expect(await askForKeptRow(url)).toEqual(keptRow)
})

test.runIf(isRoot && isLinux)('so it does in a container, where root may not look into other processes', async () => {
  const dataDir = await usedDataFolder()
  const through = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace']
  await (await startProgram({ dataDir, through })).kill()

  const next = await startProgram({ dataDir, through })

  expect(next.said[0]).toMatch(/^Stopping the PostgreSQL/)
  expect(await askForKeptRow(next.url)).toEqual(keptRow)
})

test('after a kill -9 of program and server the data is recovered', async () => {
  const dataDir = await usedDataFolder()
  const program = await startProgram({ dataDir })
  await world.ask(program.url, 'insert into kept values (43)')
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  await program.kill()

  const { url } = await start(dataDir)

  expect(await askForKeptRow(url)).toEqual([{ answer: 42 }, { answer: 43 }])
})

test('the database server ends with a program that exits without stopping it', async () => {
  const dataDir = await usedDataFolder()
  const program = await startProgram({ dataDir })
  const server = await postmasterOf(dataDir)

  await world.kill(program.child, 'SIGHUP')

  await eventually(async () => !(await runningProcess(server)))
})

test('SIGTERM stops program and server, and leaves nothing behind', async () => {
  const dataDir = await usedDataFolder()
  const program = await startProgram({ dataDir })
  const server = await postmasterOf(dataDir)
  const socketFolder = new URL(program.url).searchParams.get('host') ?? ''

  await world.kill(program.child, 'SIGTERM')

  expect(program.child.exitCode).toBe(0)
  expect(await runningProcess(server)).toBeUndefined()
  await expect(stat(socketFolder)).rejects.toThrow('ENOENT')
  expect(await readdir(dataDir)).toEqual(['db', 'log'])
})

test('a process that got the old number of the server is left alone', async () => {
  const dataDir = await usedDataFolder()
  const { uid, gid } = await stat(join(dataDir, 'db'))
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) })
  world.afterwards(() => world.kill(stranger, 'SIGKILL'))
  await writeFile(join(dataDir, 'db/postmaster.pid'), `${stranger.pid}\n/proc/self/cwd\n1\n5432\n/tmp/sw-gone\n\n`)

  const { url } = await start(dataDir)

  expect(await askForKeptRow(url)).toEqual(keptRow)
  expect(stranger.exitCode).toBeNull()
})

test('a process that got the old number of the program does not block the folder', async () => {
  const dataDir = await usedDataFolder()
  const program = await startProgram({ dataDir })
  const [name = ''] = await readdir(join(dataDir, 'lock'))
  await program.kill()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  world.afterwards(() => world.kill(stranger, 'SIGKILL'))
  const file = join(dataDir, 'lock', name)
  const lock = JSON.parse(await world.read(file))
  await writeFile(file, JSON.stringify({ ...lock, pid: stranger.pid }))

  const { url } = await start(dataDir)

  expect(await askForKeptRow(url)).toEqual(keptRow)
})

test('a lock that a power cut left empty does not block the folder', async () => {
  const dataDir = await usedDataFolder()
  await mkdir(join(dataDir, 'lock'))
  await writeFile(join(dataDir, 'lock/17-torn'), '')

  const { url } = await start(dataDir)

  expect(await askForKeptRow(url)).toEqual(keptRow)
})

test('of four programs that start at once after a kill -9 exactly one wins, and the others name it', async () => {
  const dataDir = await usedDataFolder()
  await (await startProgram({ dataDir })).kill()

  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => startProgram({ dataDir })))

  const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(winners).toHaveLength(1)
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) expect(refusal).toContain(`(process ${winners[0]?.pid})`)
  expect(await askForKeptRow(winners[0]?.url ?? '')).toEqual(keptRow)
})

test('a first start that is killed while it makes the database is made up for by the next', async () => {
  const dataDir = await world.temporaryFolder()
  const { child } = await world.launch({ dataDir })
  await eventually(async () => {
    const draft = (await readdir(dataDir)).find((name) => name.startsWith('db.new-'))
    return draft && (await readdir(join(dataDir, draft))).includes('pg_wal')
  })
  child.kill('SIGKILL')
  await once(child, 'exit')

  const { url } = await start(dataDir)

  expect(await world.ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('db'))).toEqual(['db'])
})

test.runIf(isRoot && isLinux)(
  'a program in another container on the same volume is seen by its heartbeat',
  async () => {
    const dataDir = await usedDataFolder()
    const through = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
    const elsewhere = await startProgram({ dataDir, through })

    await expect(openEmbedded({ dataDir })).rejects.toThrow(/in use by another running program/)

    await elsewhere.kill()
    const { url } = await start(dataDir)
    expect(await askForKeptRow(url)).toEqual(keptRow)
  },
  40_000,
)
