import { expect } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { type Caller, startWorld } from '#server/testing.ts'

/** A server with a company of each team size; points are given by an administrator. */
export async function startWithCompanies(sizes: Record<string, number>) {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const made: Record<string, Caller & { companyId: string; cookie: string }> = {}
  for (const [name, teamSize] of Object.entries(sizes)) made[name] = await server.aCompany(name, { teamSize })
  const idOf = (name: string) => made[name]?.companyId ?? ''
  const give = async (name: string, points: number) => {
    const reply = await admin('POST', `/api/companies/${idOf(name)}/points`, { points, reason: 'For the test' })
    expect(reply.status).toBe(201)
  }
  const setSize = (name: string, teamSize: number) => admin('PATCH', `/api/companies/${idOf(name)}`, { teamSize })
  const read = async (query: string, reader: Caller = admin): Promise<LeaderboardEntry[]> => {
    const reply = await reader('GET', `/api/leaderboard?${query}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  return { ...server, admin, made, idOf, give, setSize, read }
}

/** Name, rank, value and people of each, in order. */
export const placesOf = (entries: LeaderboardEntry[]) =>
  entries.map(({ name, rank, value, people }) => [name.replace(' Ltd', ''), rank, value, people])
