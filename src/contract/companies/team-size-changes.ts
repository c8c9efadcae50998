import { z } from 'zod'
import { count, id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/**
 * `waiting` for an organiser; `approved` counts from `countsFrom`, and is `counted` since then. `withdrawn`: cancelled
 * or replaced by the company.
 */
export const teamSizeChangeStates = ['waiting', 'approved', 'rejected', 'counted', 'withdrawn'] as const

export const TeamSizeChange = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  /** The size that counts now. */
  teamSize: count,
  /** The requested size. */
  size: count,
  status: z.enum(teamSizeChangeStates),
  askedAt: instant,
  /** The start of a day; null while it waits. */
  countsFrom: instant.nullable(),
})
export type TeamSizeChange = z.output<typeof TeamSizeChange>

export const listTeamSizeChanges = endpoint({
  method: 'GET',
  path: '/companies/:id/team-size-changes',
  access: 'signed-in',
  summary: 'The change of team size that does not count yet, if there is one',
  params: z.object({ id }),
  reply: z.array(TeamSizeChange).max(1),
})

export const listWaitingTeamSizeChanges = endpoint({
  method: 'GET',
  path: '/team-size-changes',
  access: 'administrator',
  summary: 'Changes of team size that wait for an organiser, the oldest first',
  reply: z.array(TeamSizeChange),
})

export const decideTeamSizeChange = endpoint({
  method: 'PATCH',
  path: '/team-size-changes/:id',
  access: 'administrator',
  summary: 'Approve a change of team size, which then counts from the next day on, or reject it',
  params: z.object({ id }),
  body: z.strictObject({ status: z.enum(['approved', 'rejected']) }),
  reply: TeamSizeChange,
  problems: ['team-size-change-decided'],
})
