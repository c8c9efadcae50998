import type { Platform } from '../platform.ts'
import * as store from './store.ts'

/** Somebody else has the file now, or it was thrown away: whoever worked on it must leave it alone. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const renewEvery = (store.leaseSeconds * 1000) / 4
// Ends before the database lets somebody else have the file.
const trustedFor = (store.leaseSeconds - 1) * 1000

/** Renews a lease for as long as its holder works, and aborts the work once the lease cannot be counted on. */
export function keepLease(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  lease: store.LeasedUpload,
  stopping?: AbortSignal,
) {
  const aborting = new AbortController()
  let renewedAt = performance.now()

  async function renew() {
    const asked = performance.now()
    const isOurs = await db.transaction((tx) => store.renewLease(tx, lease))
    if (isOurs) renewedAt = asked
    else aborting.abort(new LeaseLost())
  }
  const timer = setInterval(() => {
    if (performance.now() - renewedAt > trustedFor) aborting.abort(new LeaseLost())
    else renew().catch((error: unknown) => log.warn({ err: error }, 'renewing a lease failed'))
  }, renewEvery)
  timer.unref()

  return {
    signal: stopping ? AbortSignal.any([aborting.signal, stopping]) : aborting.signal,
    /** Before bytes are put in the place of others: throws unless the file is still ours. */
    async confirm() {
      await renew()
      aborting.signal.throwIfAborted()
    },
    stop: () => clearInterval(timer),
  }
}
