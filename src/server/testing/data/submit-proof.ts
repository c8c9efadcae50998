import { sixPictures } from '#server/features/files/testing.ts'
import { patiently } from '../guards.ts'
import type { Caller } from '../network/caller.ts'

/** Submits files for a task, six new photos by default. */
export async function submit(
  company: Caller & { companyId: string },
  taskId: string | undefined,
  contentUrls?: (string | undefined)[],
  contentType = 'image',
) {
  const { companyId } = company
  const proof = { taskId, companyId, contentUrls: contentUrls ?? (await sixPictures(company)), contentType }
  return patiently(() => company('POST', '/api/proofs', proof))
}
