import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, silenceAdviceOfS3Client } from '../config.ts'
import { openDiskStore } from './disk.ts'
import type { FileStore } from './file-store.ts'

export const filesFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'files')

/** The S3 client is large, so it is imported on demand. */
export async function openFileStore(config: Config, log: Logger): Promise<FileStore> {
  if (!config.s3) return openDiskStore(filesFolderOf(config))
  silenceAdviceOfS3Client()
  const { openS3Store } = await import('./s3.ts')
  return openS3Store({ ...config.s3, pages: config.publicUrl }, log)
}
