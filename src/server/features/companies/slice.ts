import type { Slice } from '#server/platform/slice.ts'
import { fillNameKeys } from './names/fill-name-keys.ts'
import { companyRoutes } from './routes.ts'
import { countTeamSizes, countTeamSizesJob } from './team-sizes/counting.ts'

export const companiesSlice: Slice = {
  routes: companyRoutes,
  prepare: fillNameKeys,
  jobs: [countTeamSizesJob],
  sweeps: { 'sweep-team-sizes': countTeamSizes, 'fill-name-keys': fillNameKeys },
}
