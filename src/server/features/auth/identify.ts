import type { Identify, Viewer } from '#server/platform/http/access.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { extendSession, renewal } from '#server/platform/sessions/sessions.ts'
import * as store from './store.ts'

type Known = { viewer: Viewer; until: Date; readOn: Date }

/** A second at most: a signal that got lost must not keep anybody in. */
const freshFor = 1_000
/** Whoever clicks or scrolls on does not wait for the look-up of every second. */
const renewAfter = 500
const mostKnown = 20_000

/** Who holds this cookie, if the session and the account still stand. Remembered briefly, forgotten at any change. */
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
  const load = (secret: string) => look(platform, hashSecret(secret), clock.now())
  // By both clocks: the running one, by which the cache forgets, cannot be set back; this one decides how long a session lasts.
  const isCurrent = (one: Known | undefined) => one !== undefined && isCurrentAt(one, clock.now().getTime())

  return async (secret) => (await known.read(secret, load, isCurrent))?.viewer
}

const isCurrentAt = ({ readOn, until }: Known, now: number) =>
  Math.abs(now - readOn.getTime()) < freshFor && until.getTime() > now

async function look({ db }: Platform, sid: string, now: Date): Promise<Known | undefined> {
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
