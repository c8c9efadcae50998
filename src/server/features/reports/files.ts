import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { hours } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { renderIntoFile } from './pdf/renderer.ts'

export const pathOf = (id: string) => `reports/${id}.pdf`
const temporaryFolderOf = ({ config }: Pick<Platform, 'config'>) => join(config.dataDir, 'tmp')
const prefix = 'report-'

/** Renders the PDF and stores it, replacing the file of an earlier attempt. Returns its size. */
export async function makeFile(platform: Platform, id: string, numbers: ReportNumbers, signal: AbortSignal) {
  const folder = temporaryFolderOf(platform)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A unique name per attempt, so concurrent attempts do not delete each other's file.
  const temporary = join(folder, `${prefix}${randomUUID()}.pdf`)
  try {
    await renderIntoFile(numbers, temporary, signal)
    const { size } = await stat(temporary)
    await platform.files.replace(pathOf(id), temporary, 'application/pdf')
    return size
  } finally {
    await rm(temporary, { force: true })
  }
}

export async function readFile({ files }: Pick<Platform, 'files'>, id: string): Promise<Buffer> {
  // The row says that the file was made, so a missing file is a storage failure.
  if ((await files.sizeOf(pathOf(id))) === undefined)
    throw new Problem('storage-unavailable', { retryAfterSeconds: 60 })
  return toBuffer(await files.read(pathOf(id)))
}

async function toBuffer(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const removeFile = ({ files }: Pick<Platform, 'files'>, id: string) => files.remove(pathOf(id))

/** Deletes half-rendered files of killed processes. */
export async function sweepTemporaryFiles(platform: Pick<Platform, 'config'>) {
  const folder = temporaryFolderOf(platform)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - hours(1)) await rm(join(folder, name), { force: true })
  }
}
