import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDiskStore } from './disk.ts'
import type { FileStore } from './storage.ts'

/** The S3 client is large: it is loaded only where it is used. */
export async function openFileStore(config: Config): Promise<FileStore> {
  if (!config.s3) return openDiskStore(join(config.dataDir, 'files'))
  const { openS3Store } = await import('./s3.ts')
  return openS3Store({ ...config.s3, origin: config.publicUrl })
}
