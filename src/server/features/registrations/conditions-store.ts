import { and, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { registrations as r } from './tables.ts'

// Every query of registrations uses these conditions: an unconfirmed registration is not counted and gets no other
// email.

const hasPendingStatus = eq(r.status, 'pending')

/** A registration with a confirmed address that waits for a decision. */
export const isPending = and(hasPendingStatus, isNull(r.confirmBy))

/** Pending or approved. */
export const isPendingOrApproved = or(isPending, eq(r.status, 'approved'))

export const isUnconfirmed = and(hasPendingStatus, isNotNull(r.confirmBy))

/** Matches every status; only a pending registration can be unconfirmed. */
export const isConfirmed = or(ne(r.status, 'pending'), isNull(r.confirmBy))

/** Unconfirmed, with a place kept until `confirmBy`. */
export const isHeld = (now: Date): SQL | undefined => and(isUnconfirmed, isNull(r.waitingSince), gt(r.confirmBy, now))

/** Undecided registrations with a kept place: confirmed, or with time left to confirm. */
export const isPlaceKept = (now: Date): SQL | undefined => or(and(isPending, isNull(r.waitingSince)), isHeld(now))

type Row = typeof r.$inferSelect

export const isRowUnconfirmed = ({ status, confirmBy }: Pick<Row, 'status' | 'confirmBy'>): boolean =>
  status === 'pending' && confirmBy !== null

/** True until `confirmBy`; a registration on the waiting list holds no place. */
export const holdsPlace = (row: Pick<Row, 'status' | 'confirmBy' | 'waitingSince'>, now: Date): boolean =>
  isRowUnconfirmed(row) && row.waitingSince === null && row.confirmBy !== null && row.confirmBy > now

/** An offer keeps a place for this person until its deadline. */
export const isOfferOpen = ({ status, offerExpiresAt }: Pick<Row, 'status' | 'offerExpiresAt'>, now: Date): boolean =>
  status === 'pending' && offerExpiresAt !== null && offerExpiresAt > now

/** Every confirmation, decision or cancellation writes these columns. */
export const confirmedNow = { confirmBy: null, sourceHash: null }
