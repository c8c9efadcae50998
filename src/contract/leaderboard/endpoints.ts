import { z } from 'zod'
import { id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const LeaderboardEntry = z.object({
  id,
  name: z.string(),
  logoUrl: z.string().nullable(),
  brandingColor: z.string(),
  points: z.number(),
  /** Shared on a full tie; null without points. */
  rank: z.number().nullable(),
  caloriesBurned: z.number(),
  /** When the total was reached: what breaks a tie. */
  reachedAt: instant.nullable(),
})
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>

export const readLeaderboard = endpoint({
  method: 'GET',
  path: '/leaderboard',
  access: 'signed-in',
  summary: 'Companies by total points; on equal points whoever got there first',
  reply: z.array(LeaderboardEntry),
})

/** Why a company stands where it stands. */
export const Standing = z.object({
  entry: LeaderboardEntry,
  proofs: z.array(z.object({ taskTitle: z.string(), points: z.number(), calories: z.number(), submittedAt: instant })),
  adjustments: z.array(z.object({ points: z.number(), calories: z.number(), reason: z.string(), at: instant })),
  ahead: z.object({ name: z.string(), points: z.number(), gap: z.number(), byTime: z.boolean() }).nullable(),
  behind: z.object({ name: z.string(), points: z.number(), gap: z.number(), byTime: z.boolean() }).nullable(),
  sharedWith: z.array(z.string()),
})
export type Standing = z.output<typeof Standing>

export const explainStanding = endpoint({
  method: 'GET',
  path: '/leaderboard/:id',
  access: 'signed-in',
  summary: 'Why a company stands where it stands',
  params: z.object({ id }),
  reply: Standing,
})
