import { filesKeptDays } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import { after, days } from '#server/platform/clock.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

const atATime = 100

/**
 * Deletes the files of old decided proofs, as the privacy notice promises. The proof, its decision and its points stay.
 */
export async function sweep(platform: Platform) {
  const before = after(platform.clock.now(), -days(filesKeptDays))
  for (let taken = atATime; taken === atATime; ) {
    const proofs = await platform.db.transaction(async (tx) => {
      const outlived = await store.takeOutlivedFiles(tx, before, atATime)
      const paths = outlived.flatMap(({ contentUrls }) => contentUrls)
      await uploads.forget(tx, paths)
      if (paths.length > 0) await publish(tx, 'administrators', 'proofs')
      return outlived
    })
    taken = proofs.length
    await uploads.removeForgotten(
      platform,
      proofs.flatMap(({ contentUrls }) => contentUrls),
    )
  }
}
