import type { Identify, Viewer } from '#server/platform/http/access.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { extendSession, renewal } from '#server/platform/sessions/sessions.ts'
import * as store from './store.ts'

type Known = { viewer: Viewer; until: Date; readOn: Date }

/** Caches for a second at most: a lost signal must not keep anybody signed in. */
const freshFor = 1_000
/** Renews in the background, so that active users do not wait for a query every second. */
const renewAfter = 500
const mostKnown = 20_000

/** Finds the user of a cookie while session and account are valid; cached briefly, cleared at any change. */
export function createIdentify(platform: Platform): Identify {
  const known = new SignalCache<Known | undefined>(platform.signals, {
    most: mostKnown,
    maxAge: freshFor,
    renewAfter,
    isKept: (found) => found !== undefined,
    endedBy: ({ ended, topics, audience }) => {
      const user = ended?.userId ?? (topics?.includes('me') && typeof audience === 'object' ? audience.user : undefined)
      return user !== undefined && ((_secret, found) => found === undefined || found.viewer.userId === user)
    },
  })

  const { clock } = platform
  const load = (secret: string) => findKnown(platform, hashSecret(secret), clock.now())
  // Check both clocks: the cache expires by the monotonic one, which cannot be set back; sessions expire by this one.
  const isCurrent = (one: Known | undefined) => one !== undefined && isCurrentAt(one, clock.now().getTime())

  return async (secret) => (await known.read(secret, load, isCurrent))?.viewer
}

const isCurrentAt = ({ readOn, until }: Known, now: number) =>
  Math.abs(now - readOn.getTime()) < freshFor && until.getTime() > now

async function findKnown({ db }: Platform, sid: string, now: Date): Promise<Known | undefined> {
  const found = await store.findBySession(db, sid, now)
  if (!found) return undefined
  const { id, email, isAdmin, companyId, passwordExpiresAt } = found.user
  if (passwordExpiresAt && passwordExpiresAt <= now) return undefined
  const renewed = renewal(found.session, now)
  if (renewed) await db.transaction((tx) => extendSession(tx, sid, renewed))
  const expire = renewed ?? found.session.expire
  const until = passwordExpiresAt && passwordExpiresAt < expire ? passwordExpiresAt : expire
  return { viewer: { userId: id, email, sid, isAdmin, companyId }, until, readOn: now }
}
