import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Event } from '#server/features/events/service.ts'

type Keyed = Pick<Event, 'id' | 'signingKey'>

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/**
 * Signs for unsubscribing only: the token opens neither the registration nor the door. It omits the link version, so
 * that older emails can still unsubscribe after a new code was issued.
 */
const markOf = (event: Keyed, registrationId: string): Buffer =>
  createHmac('sha256', event.signingKey)
    .update(Buffer.concat([Buffer.from('switch emails off'), idBytes(event.id), idBytes(registrationId)]))
    .digest()

export const unsubscribeToken = (event: Keyed, { id }: { id: string }): string =>
  `${idBytes(id).toString('base64url')}.${markOf(event, id).toString('base64url')}`

export function canUnsubscribe(event: Keyed, token: string, { id }: { id: string }): boolean {
  const mark = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  const right = markOf(event, id)
  return mark.length === right.length && timingSafeEqual(mark, right)
}
