import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileType } from '#contract/media-types.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { type CleanedFile, cleanFile } from './clean.ts'
import { InvalidMedia } from './invalid-media.ts'

export { fixture } from '@sports-week/video-metadata/testing'

let folder: string | undefined
let files = 0

/** A temporary folder of the test, removed at its end. */
function ownFolder(): string {
  if (folder) return folder
  const made = mkdtempSync(join(tmpdir(), 'week-test-media-'))
  folder = made
  afterTest(async () => {
    rmSync(made, { recursive: true, force: true })
    folder = undefined
  })
  return made
}

/** Cleans these bytes as the given type. */
export async function cleaned(bytes: Buffer, type: FileType) {
  const file = fileOf(bytes)
  const facts = await cleanFile(file, type, `${file}.clean`)
  const small = facts.thumbnail ? readFileSync(facts.thumbnail) : Buffer.alloc(0)
  return { ...facts, bytes: readFileSync(`${file}.clean`), small }
}

/** The outcome for these bytes: facts or a sentence, the written files, and the cost. */
export async function outcomeOf(bytes: Buffer, type: FileType) {
  const file = fileOf(bytes)
  const before = process.cpuUsage()
  const result: CleanedFile | string = await cleanFile(file, type, `${file}.clean`).catch((error) => {
    if (error instanceof InvalidMedia) return error.sentence
    throw error
  })
  const { user, system } = process.cpuUsage(before)
  const written = readdirSync(ownFolder()).filter((name) => join(ownFolder(), name).startsWith(`${file}.`))
  for (const name of [...written.map((each) => join(ownFolder(), each)), file]) rmSync(name)
  return { result, written: written.length, cpuSeconds: (user + system) / 1e6 }
}

export function fileOf(bytes: Buffer): string {
  const file = join(ownFolder(), `${++files}`)
  writeFileSync(file, bytes)
  return file
}

/** Child processes that prepare files; they lower their priority after they are ready. */
export function listWorkers(program = /media[/-]worker\.[jt]s/): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,ni=,args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, nice, ...command]) => {
      return Number(parent) === process.pid && nice === '10' && program.test(command.join(' '))
    })
    .map(([pid]) => Number(pid))
}
