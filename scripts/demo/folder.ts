import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Config } from '../../src/server/platform/config.ts'

/** Says in one line why the demo does not touch what it found. */
export class Refused extends Error {}

/** What the folder says about itself. */
export type Marker = {
  state: 'creating' | 'ready'
  seed: string
  /** The moment that is `now` in its week. */
  madeAt: string
  database: string
  /** Of the volunteers' link of the coming event, without the address of the product. */
  doorPath?: string
}

const fileOf = ({ dataDir }: Config) => join(dataDir, 'demo.json')

export const shownFolder = ({ dataDir }: Config) => {
  const path = relative(process.cwd(), dataDir)
  return path.startsWith('..') ? dataDir : `./${path}`
}

/** Which database it is, without its password. */
export function databaseName({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'its own'
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${host || searchParams.get('host')}${pathname}`
}

/** Nothing when there is no week yet. Refuses a folder that the demo did not make, and another database than before. */
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

/** Renamed into place: a reader finds the old or the new one, never a part. */
export async function writeMarker(config: Config, marker: Marker) {
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(`${fileOf(config)}.new`, `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 })
  await rename(`${fileOf(config)}.new`, fileOf(config))
}

/** After a refusal: a folder in which there is nothing but the marker was empty before. */
export async function removeMarkerOfNothing(config: Config) {
  const names = await readdir(config.dataDir).catch(() => [])
  if (names.every((name) => name === 'demo.json')) await rm(config.dataDir, { recursive: true, force: true })
}
