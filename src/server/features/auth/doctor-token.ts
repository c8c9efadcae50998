import { hours } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createLink, peekLink } from './links.ts'
import * as store from './store.ts'

type Parts = Pick<Platform, 'db' | 'clock'>

/**
 * A token by which the process at an address proves that it uses the same database. It lasts a day, because that
 * process's clock may be wrong.
 */
export const createDoctorToken = ({ db, clock }: Parts): Promise<string> =>
  db.transaction((tx) => createLink(tx, 'doctor', hours(24), clock.now()))

export async function isDoctorToken({ db, clock }: Parts, token: string): Promise<boolean> {
  return (await peekLink(db, token, 'doctor', clock.now())) !== undefined
}

export const deleteDoctorTokens = ({ db }: Parts) => db.transaction((tx) => store.deleteLinksFor(tx, 'doctor'))

export const countActiveAdministrators = ({ db }: Parts) => store.countActiveAdministrators(db)
