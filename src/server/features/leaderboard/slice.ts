import type { Slice } from '#server/platform/slice.ts'
import { mailTopThreeJob } from './notices/top-three.ts'
import { leaderboardRoutes } from './routes.ts'
import { verifyPerPerson } from './service.ts'

export const leaderboardSlice: Slice = {
  routes: leaderboardRoutes,
  jobs: [mailTopThreeJob],
  verify: (platform) => verifyPerPerson(platform),
}
