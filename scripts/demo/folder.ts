import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Config } from '../../src/server/platform/config.ts'

/** Explains in one line why the demo leaves the folder unchanged. */
export class Refused extends Error {}

/** The folder's state file. */
export type Marker = {
  state: 'creating' | 'ready'
  seed: string
  /** The moment that counts as `now` in its week. */
  madeAt: string
  database: string
  /** The path of the volunteers' link for the coming event, without the origin. */
  doorPath?: string
}

const fileOf = ({ dataDir }: Config) => join(dataDir, 'demo.json')

export const shownFolder = ({ dataDir }: Config) => {
  const path = relative(process.cwd(), dataDir)
  return path.startsWith('..') ? dataDir : `./${path}`
}

/** Identifies the database without its password. */
export function databaseName({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'its own'
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${host || searchParams.get('host')}${pathname}`
}

/** Undefined without a week. Refuses a folder from elsewhere, and a different database. */
export async function readMarker(config: Config): Promise<Marker | undefined> {
  const names = existsSync(config.dataDir) ? await readdir(config.dataDir) : []
  if (names.length === 0) return undefined
  if (!names.includes('demo.json'))
    throw new Refused(
      `${shownFolder(config)} holds something that is not of the demo. Choose another folder: DATA_DIR=./my-demo npm run demo`,
    )
  const marker = JSON.parse(await readFile(fileOf(config), 'utf8')) as Marker
  if (marker.database !== databaseName(config))
    throw new Refused(
      `The week of ${shownFolder(config)} is in another database (${marker.database}). Delete the folder, or use that database.`,
    )
  return marker
}

/** Writes atomically by rename: a reader finds the old or the new file, never a part. */
export async function writeMarker(config: Config, marker: Marker) {
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(`${fileOf(config)}.new`, `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 })
  await rename(`${fileOf(config)}.new`, fileOf(config))
}

/** After a refusal: a folder with only the marker was empty before. */
export async function removeMarkerOfNothing(config: Config) {
  const names = await readdir(config.dataDir).catch(() => [])
  if (names.every((name) => name === 'demo.json')) await rm(config.dataDir, { recursive: true, force: true })
}
