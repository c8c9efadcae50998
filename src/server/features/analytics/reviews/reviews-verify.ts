import type { Platform } from '#server/platform/platform.ts'
import { wrongRejectionDays, wrongReviewDays } from './reviews-verify-store.ts'

/** Compares the kept first decisions and rejections of each day with the proofs; returns a sentence per difference. */
export async function verifyReviewDays({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  const reviews = (await wrongReviewDays(db)).map(
    ({ day, minutes, kept, counted }) => `Reviews of ${day} after ${minutes} minutes: ${kept} kept, ${counted} counted`,
  )
  const rejections = (await wrongRejectionDays(db)).map(
    ({ day, reason, kept, counted }) =>
      `Rejections of ${day}, ${reason || 'no reason'}: ${kept} kept, ${counted} counted`,
  )
  return [...reviews, ...rejections]
}
