import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Event } from '#server/features/events/service.ts'

type Keyed = Pick<Event, 'id' | 'signingKey'>

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

type Marker = { key: KeyObject; begins: Buffer }
const markers = new WeakMap<Keyed, Marker>()

function markerOf(event: Keyed): Marker {
  const known = markers.get(event)
  if (known) return known
  const begins = Buffer.concat([Buffer.from('own registration'), idBytes(event.id)])
  const marker = { key: createSecretKey(event.signingKey, 'utf8'), begins }
  markers.set(event, marker)
  return marker
}

/** Keyed by the event: what opens a registration of one event opens nothing of another. */
function markOf(event: Keyed, id: Buffer): Buffer {
  const { key, begins } = markerOf(event)
  return createHmac('sha256', key)
    .update(Buffer.concat([begins, id]))
    .digest()
}

/** For the attendee's own link. Made, not stored: there is nothing to leak. */
export function ownToken(event: Keyed, registrationId: string): string {
  const id = idBytes(registrationId)
  return `${id.toString('base64url')}.${markOf(event, id).toString('base64url')}`
}

/** The registration it opens. */
export function readOwnToken(event: Keyed, token: string): string | undefined {
  const [first = '', second = '', ...rest] = token.split('.')
  const id = Buffer.from(first, 'base64url')
  const mark = Buffer.from(second, 'base64url')
  const right = markOf(event, id)
  if (rest.length > 0 || id.length !== 16 || mark.length !== right.length || !timingSafeEqual(mark, right))
    return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
