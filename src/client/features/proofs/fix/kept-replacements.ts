import { call } from '#client/platform/requests/api.ts'
import { dropFile, dropOldFiles, keepFile, listWaiting } from '#client/platform/uploads/send/offline-store.ts'
import { listWaitingFiles } from '#contract/files/endpoints.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'

type FixedProof = Pick<Proof, 'id' | 'fix'>

/** A chosen file of a fix that was not sent yet. */
export type KeptReplacement = {
  key: string
  /** The file of the proof that it replaces. */
  replaced: string
  file: File
  sha256: string | undefined
  /** Its path on the server, once it is uploaded. */
  storedPath: string | undefined
}

const ownerPrefix = 'fix '
/** Longer than any request for a fix. */
const keptMs = 31 * 24 * 60 * 60 * 1000

/** Each request for a fix has its own files. */
const ownerOf = ({ id, fix }: FixedProof) => `${ownerPrefix}${id} ${fix?.round ?? 0}`

/** Stores the file on this device, so that a reload does not lose it. Resolves to false where the browser refuses. */
export function keepReplacement(proof: FixedProof, kept: KeptReplacement): Promise<boolean> {
  const { key, replaced, file, sha256, storedPath } = kept
  const { name, type, size } = file
  const place = { key, owner: ownerOf(proof), taskId: replaced }
  const known = { ...(sha256 ? { sha256 } : {}), ...(storedPath ? { storedPath } : {}) }
  return keepFile({ ...place, ...known, name, type, size, data: file }).then(
    () => true,
    () => false,
  )
}

export async function listReplacements(proof: FixedProof): Promise<KeptReplacement[]> {
  const kept = await listWaiting(ownerOf(proof))
  if (kept.length === 0) return []
  // The server deletes uploads that nobody uses; those are sent again.
  const stored = kept.some(({ storedPath }) => storedPath) ? await call(listWaitingFiles, {}).catch(() => []) : []
  return kept.map(({ key, taskId, name, type, data, sha256, storedPath }) => ({
    key,
    replaced: taskId,
    file: new File([data], name, { type }),
    sha256,
    storedPath: stored.find(({ path, state }) => path === storedPath && state !== 'refused')?.path,
  }))
}

/** Deletes what requests have left behind that ended without a fix. */
export const dropOldReplacements = () => dropOldFiles(ownerPrefix, Date.now() - keptMs)

export const dropReplacement = (key: string) => dropFile(key).catch(() => undefined)

export async function dropReplacements(proof: FixedProof) {
  for (const { key } of await listWaiting(ownerOf(proof))) await dropReplacement(key)
}
