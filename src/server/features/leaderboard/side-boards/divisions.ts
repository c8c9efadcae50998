import { type Division, type DivisionBand, divisionOf } from '#contract/leaderboard/divisions.ts'
import { findOfficialPlace } from '#server/features/companies/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Db } from '#server/platform/database/client.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as store from './boards-store.ts'

export const listDivisions = ({ db }: Pick<Platform, 'db'>): Promise<Division[]> => store.divisions(db)

export async function setDivisions({ db, clock }: Platform, actor: Actor, bands: DivisionBand[]): Promise<Division[]> {
  return db.transaction(async (tx) => {
    const before = await store.divisions(tx)
    await store.setDivisions(tx, bands)
    const after = await store.divisions(tx)
    await logAudit(tx, actor, clock.now(), {
      action: 'changed the divisions of',
      subject: 'the leaderboard',
      before: namesOf(before),
      after: namesOf(after),
    })
    await publish(tx, 'everyone', 'leaderboard')
    return after
  })
}

const namesOf = (divisions: Division[]) => Object.fromEntries(divisions.map(({ key, name }) => [key, name]))

export type DivisionPlace = { division: Division; rank: number | null; companies: number; ranked: number }

/** A company's division and its place in it, read through `db` alone, for reports; undefined for a hidden company. */
export async function findPlaceInDivision(db: Db, companyId: string): Promise<DivisionPlace | undefined> {
  const teamSize = await store.findTeamSize(db, companyId)
  const division = teamSize === undefined ? undefined : divisionOf(await store.divisions(db), teamSize)
  if (!division) return undefined
  const { rank, companies, ranked } = await findOfficialPlace(db, companyId, division)
  return { division, rank, companies, ranked }
}
