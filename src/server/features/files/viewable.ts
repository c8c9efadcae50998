import { fileUrl, type ViewableFile } from '#contract/files/endpoints.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import type { Upload } from './store.ts'

/** Makes the URLs of a file for its readers: through the server for a disk, short-lived S3 URLs otherwise. */
export async function show({ files }: Platform, upload: Upload | undefined, path: string): Promise<ViewableFile> {
  const ready = Boolean(upload?.preparedAt)
  const address = async (stored: string) => (await files.readUrl(stored)) ?? fileUrl(stored)
  return {
    path,
    url: ready ? await address(path) : fileUrl(path),
    thumbnailUrl: upload?.hasThumbnail ? await address(thumbnailOf(path)) : null,
    type: upload?.type ?? 'application/octet-stream',
    capturedAt: upload?.capturedAt ?? null,
    ready,
    videoCodec: upload?.videoCodec ?? null,
    senderName: upload?.senderName ?? null,
  }
}
