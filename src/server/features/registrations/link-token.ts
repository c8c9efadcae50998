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

/** Signs with the key of the event, so a token of one event opens nothing of another. */
function markOf(event: Keyed, id: Buffer, linkVersion: number): Buffer {
  const { key, begins } = markerOf(event)
  // Version 0 adds no number, so links mailed before versions existed keep working.
  const version = Buffer.from(linkVersion === 0 ? '' : `.${linkVersion}`)
  return createHmac('sha256', key)
    .update(Buffer.concat([begins, id, version]))
    .digest()
}

type Linked = { id: string; linkVersion: number }

/** The token of the attendee's link. It is computed, not stored: there is nothing to leak. */
export function ownToken(event: Keyed, { id: registrationId, linkVersion }: Linked): string {
  const id = idBytes(registrationId)
  return `${id.toString('base64url')}.${markOf(event, id, linkVersion).toString('base64url')}`
}

/** Reads the registration id from a token; `opensRegistration` checks the token. */
export function registrationIdOf(token: string): string | undefined {
  const [first = '', second, ...rest] = token.split('.')
  const id = Buffer.from(first, 'base64url')
  if (second === undefined || rest.length > 0 || id.length !== 16) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function opensRegistration(event: Keyed, token: string, { id, linkVersion }: Linked): boolean {
  const mark = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  const right = markOf(event, idBytes(id), linkVersion)
  return mark.length === right.length && timingSafeEqual(mark, right)
}
