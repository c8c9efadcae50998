import { dateFormat } from '#contract/text/moments.ts'
import * as uploads from '#server/features/files/service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import * as store from './store.ts'

/** Finds files that this company already used in another proof that is not rejected; maps path to reason. */
export async function findUsed(
  db: Db,
  companyId: string,
  files: uploads.Upload[],
  { timeZone }: Pick<Config, 'timeZone'>,
): Promise<Map<string, string>> {
  const hashed = files.filter(({ sha256 }) => sha256 !== null)
  const inProofs = hashed.length > 0 ? await store.findInLiveProofs(db, companyId, hashed) : []
  const day = dateFormat('dayAndMonth', timeZone)
  return new Map(
    hashed.flatMap(({ path, type, ...hashes }) => {
      const same = inProofs.find((other) => uploads.isSamePhoto(other, hashes))
      const thing = uploads.typeFits(type, 'video') ? 'video' : 'photo'
      return same
        ? [[path, `This ${thing} is already in your proof for “${same.taskTitle}” of ${day.format(same.submittedAt)}.`]]
        : []
    }),
  )
}

/** Needs the lock of `lockFilesOf`: of two concurrent proofs with the same photo, the second sees the first. */
export async function refuseUsed(tx: Tx, companyId: string, claimed: uploads.Upload[], config: Config) {
  const used = await findUsed(tx, companyId, claimed, config)
  for (const { path, fileName } of claimed) {
    const reason = used.get(path)
    if (reason) throw new uploads.UploadRejected(path, reason, fileName)
  }
}
