import type { z } from 'zod'
import type { OwnRegistration } from '#contract/registrations/endpoints.ts'
import * as events from '#server/features/events/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailAgain } from './mail-again.ts'
import { qrPath } from './qr.ts'
import { tell, waitingAmong } from './service.ts'
import * as store from './store.ts'
import { opensRegistration, registrationIdOf } from './token.ts'

type Own = z.input<typeof OwnRegistration>

export async function read(platform: Platform, key: string, token: string): Promise<Own> {
  const { event, row } = await opened(platform, key, token)
  return shown(platform, event, row)
}

/** The place is free again, and the code opens nothing any more. */
export async function cancel(platform: Platform, key: string, token: string): Promise<Own> {
  const { event, row: seen } = await opened(platform, key, token)
  const cancelled = await platform.db.transaction(async (tx) => {
    const row = await store.hold(tx, event.id, seen.id)
    if (!row) throw new Problem('registration-gone')
    if (row.status === 'cancelled') return row
    if (row.checkedIn) throw new Problem('already-inside')
    const taken = { status: 'cancelled' as const, decidedAt: platform.clock.now(), decidedBy: null, reason: null }
    const changed = await store.update(tx, row.id, { ...taken, qrCodePayload: null, qrCodeIssuedAt: null })
    await tell(tx, event.id)
    return changed
  })
  return shown(platform, event, cancelled)
}

/** Answers the same whether or not a mail went a moment ago. */
export async function resend(platform: Platform, key: string, token: string) {
  const { event, row } = await opened(platform, key, token)
  await mailAgain(platform, event, row)
}

/** What a token opens, and nothing else: a wrong one and a deleted registration look the same. */
async function opened({ db }: Platform, key: string, token: string) {
  const event = await events.findByKey(db, key)
  const id = event && registrationIdOf(token)
  const row = id ? await store.find(db, event.id, id) : undefined
  if (!event || !row || !opensRegistration(event, token, row)) throw new Problem('registration-gone')
  return { event, row }
}

async function shown({ db }: Platform, event: events.Event, row: store.Row): Promise<Own> {
  const { id, firstName, lastName, companyName, status, reason, registeredAt, checkedInAt, code, qrCodePayload } = row
  return {
    ...{ id, firstName, lastName, companyName, status, reason, registeredAt, checkedInAt },
    waiting: (await waitingAmong(db, event, [row])).has(id),
    qr: qrCodePayload ? { code, payload: qrCodePayload, ...qrPath(qrCodePayload) } : null,
  }
}
