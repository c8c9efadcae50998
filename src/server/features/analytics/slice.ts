import type { Slice } from '#server/platform/slice.ts'
import { keepDaysInTimeZone, verifyCompanyDays, verifyTaskDays } from './days/days.ts'
import { verifyReviewDays } from './reviews/reviews-verify.ts'
import { analyticsRoutes } from './routes.ts'

export const analyticsSlice: Slice = {
  routes: analyticsRoutes,
  prepare: keepDaysInTimeZone,
  verify: async (platform) => [
    ...(await verifyCompanyDays(platform)),
    ...(await verifyTaskDays(platform)),
    ...(await verifyReviewDays(platform)),
  ],
}
