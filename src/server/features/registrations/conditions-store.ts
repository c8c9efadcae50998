import { and, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { registrations as r } from './tables.ts'

// Whoever reads registrations asks by these: one whose email address is not confirmed counts nowhere and gets no other email.

const hasPendingStatus = eq(r.status, 'pending')

/** Waits for a decision, with a confirmed address. */
export const isPending = and(hasPendingStatus, isNull(r.confirmBy))

/** Pending or approved. */
export const isPendingOrApproved = or(isPending, eq(r.status, 'approved'))

export const isUnconfirmed = and(hasPendingStatus, isNotNull(r.confirmBy))

/** Of any status. */
export const isConfirmed = or(ne(r.status, 'pending'), isNull(r.confirmBy))

/** A place is kept for it until the time is over. */
export const isHeld = (now: Date): SQL | undefined => and(isUnconfirmed, isNull(r.waitingSince), gt(r.confirmBy, now))

/** Told of a place and not decided: whoever is confirmed, or has time left to confirm. */
export const isPlaceKept = (now: Date): SQL | undefined => or(and(isPending, isNull(r.waitingSince)), isHeld(now))

type Row = typeof r.$inferSelect

export const isRowUnconfirmed = ({ status, confirmBy }: Pick<Row, 'status' | 'confirmBy'>): boolean =>
  status === 'pending' && confirmBy !== null

/** Until the time is over; who was told of the waiting list has no place to keep. */
export const holdsPlace = (row: Pick<Row, 'status' | 'confirmBy' | 'waitingSince'>, now: Date): boolean =>
  isRowUnconfirmed(row) && row.waitingSince === null && row.confirmBy !== null && row.confirmBy > now

/** A place is kept for this person until the deadline. */
export const isOfferOpen = ({ status, offerExpiresAt }: Pick<Row, 'status' | 'offerExpiresAt'>, now: Date): boolean =>
  status === 'pending' && offerExpiresAt !== null && offerExpiresAt > now

/** Written with whatever ends the wait. */
export const confirmedNow = { confirmBy: null, sourceHash: null }
