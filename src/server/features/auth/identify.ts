import type { Identify, Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashed } from '#server/platform/sessions/cookie.ts'
import { extendSession, renewal } from '#server/platform/sessions/sessions.ts'
import * as store from './store.ts'

type Known = { viewer: Viewer; until: Date; readAt: number; readOn: Date }

/** A second at most: a signal that got lost must not keep anybody in. */
const freshFor = 1_000
const mostKnown = 20_000

/** Who holds this cookie, if the session and the account still stand. Remembered briefly, forgotten at any change. */
export function createIdentify(platform: Platform): Identify {
  const known = new Map<string, Known>()
  platform.signals.on(({ ended, topics, audience }) => {
    const user = ended?.userId ?? (topics?.includes('me') && typeof audience === 'object' ? audience.user : undefined)
    if (user) for (const [secret, { viewer }] of known) if (viewer.userId === user) known.delete(secret)
  })

  return async (secret) => {
    const now = platform.clock.now()
    const remembered = known.get(secret)
    if (remembered && isFresh(remembered, now)) return remembered.viewer
    const readAt = performance.now()
    const found = await look(platform, hashed(secret), now)
    if (!found) {
      known.delete(secret)
      return undefined
    }
    if (known.size >= mostKnown) known.clear()
    known.set(secret, { ...found, readAt, readOn: now })
    return found.viewer
  }
}

// By both clocks: the running one cannot be set back, and the other one decides how long a session lasts.
function isFresh({ readAt, readOn, until }: Known, now: Date): boolean {
  const passed = Math.max(performance.now() - readAt, Math.abs(now.getTime() - readOn.getTime()))
  return passed < freshFor && until > now
}

async function look({ db }: Platform, sid: string, now: Date): Promise<{ viewer: Viewer; until: Date } | undefined> {
  const found = await store.findBySession(db, sid, now)
  if (!found) return undefined
  const { id, email, isAdmin, companyId, passwordExpiresAt } = found.user
  if (passwordExpiresAt && passwordExpiresAt <= now) return undefined
  const renewed = renewal(found.session, now)
  if (renewed) await db.transaction((tx) => extendSession(tx, sid, renewed))
  const expire = renewed ?? found.session.expire
  const until = passwordExpiresAt && passwordExpiresAt < expire ? passwordExpiresAt : expire
  return { viewer: { userId: id, email, sid, isAdmin, companyId }, until }
}
