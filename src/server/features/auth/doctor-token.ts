import { hours } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createLink, peekLink } from './links.ts'
import * as store from './store.ts'

type Parts = Pick<Platform, 'db' | 'clock'>

/** Lets a process that answers at an address show that it uses the same database. A day: its clock may be a wrong one. */
export const createDoctorToken = ({ db, clock }: Parts): Promise<string> =>
  db.transaction((tx) => createLink(tx, 'doctor', hours(24), clock.now()))

export async function isDoctorToken({ db, clock }: Parts, token: string): Promise<boolean> {
  return (await peekLink(db, token, 'doctor', clock.now())) !== undefined
}

export const deleteDoctorTokens = ({ db }: Parts) => db.transaction((tx) => store.deleteLinksFor(tx, 'doctor'))

export const countActiveAdministrators = ({ db }: Parts) => store.countActiveAdministrators(db)
