import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Event } from '#server/features/events/service.ts'

type Keyed = Pick<Event, 'id' | 'signingKey'>

const keys = new WeakMap<Keyed, KeyObject>()

function keyOf(event: Keyed): KeyObject {
  const key = keys.get(event) ?? createSecretKey(event.signingKey, 'utf8')
  keys.set(event, key)
  return key
}

/** Keyed by the event: what opens a registration of one event opens nothing of another. */
const markOf = (event: Keyed, shortId: string) =>
  createHmac('sha256', keyOf(event)).update(`own registration ${event.id} ${shortId}`).digest('base64url')

/** For the attendee's own link. Made, not stored: there is nothing to leak. */
export function ownToken(event: Keyed, registrationId: string): string {
  const shortId = Buffer.from(registrationId.replaceAll('-', ''), 'hex').toString('base64url')
  return `${shortId}.${markOf(event, shortId)}`
}

/** The registration it opens. */
export function readOwnToken(event: Keyed, token: string): string | undefined {
  const [shortId = '', mark = '', ...rest] = token.split('.')
  const [given, right] = [mark, markOf(event, shortId)].map((text) => Buffer.from(text))
  if (!given || !right || rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
    return undefined
  const id = Buffer.from(shortId, 'base64url').toString('hex')
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
