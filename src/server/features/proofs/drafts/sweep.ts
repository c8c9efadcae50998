import { filesKeptDays } from '#contract/proofs/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import { after, days } from '#server/platform/clock.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { draftKept } from './drafts.ts'
import * as store from './store.ts'

const atATime = 100

/** Deletes drafts, with their files, when their task has ended or a day after their last change. */
export async function sweep(platform: Platform) {
  const { db, clock } = platform
  const before = after(clock.now(), -draftKept)
  for (let taken = atATime; taken === atATime; ) {
    const { ended, paths } = await db.transaction(async (tx) => {
      const ended = await store.lockEnded(tx, before, atATime)
      const ids = ended.map(({ id }) => id)
      const paths = await uploads.forgetUnused(tx, await store.pathsOf(tx, ids))
      for (const { ownerId } of ended) if (ownerId) await publish(tx, { user: ownerId }, 'uploads')
      return { ended, paths }
    })
    taken = ended.length
    await uploads.removeForgotten(platform, paths)
  }
  const orphans = await db.transaction(async (tx) => uploads.forgetUnused(tx, await store.listOrphans(tx, 1_000)))
  await uploads.removeForgotten(platform, orphans)
  await db.transaction(async (tx) => {
    await store.removeEmpty(tx, before)
    await store.removeOldLinks(tx, after(clock.now(), -days(filesKeptDays)))
  })
}
