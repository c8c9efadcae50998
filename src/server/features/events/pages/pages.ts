import { branding } from '#contract/branding/branding.ts'
import { eventKey, PublicEvent } from '#contract/events/endpoints.ts'
import { eventStart } from '#contract/events/moment.ts'
import { oneLine } from '#contract/text/one-line.ts'
import type { Config } from '#server/platform/config.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Preview } from '#server/platform/http/replies/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as events from '../service.ts'
import { cardOf, cardVersion } from './card.ts'

/** Finds the event of an event page; `event` is missing when nobody may see it. Undefined for every other page. */
export async function eventOfPage(platform: Platform, url: string): Promise<{ event?: PublicEvent } | undefined> {
  const page = /^\/(?:e\/([^/?]+)|event-registration(?:\/([^/?]+))?)\/?(?:\?|$)/i.exec(url)
  if (!page) return undefined
  const key = page[1] ?? page[2]
  if (key && !eventKey.safeParse({ id: key }).success) return {}
  const event = await events.forPage(platform, key)
  return { event: event && PublicEvent.parse(event) }
}

/** False for mailed links and volunteers' links, which open other content, even when the event is no longer public. */
export function isPlainEventPage(url: string): boolean {
  const query = new URL(url, 'http://page').searchParams
  return !query.has('r') && !query.has('u') && !query.has('scan')
}

/** The preview that chats render for a shared link. */
export function previewOf(
  event: PublicEvent,
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
): Preview {
  const facts = [
    event.cancelledAt && 'Cancelled',
    eventStart(event.eventDate, timeZone),
    event.place,
    event.description,
  ]
  const description = oneLine(facts.filter(Boolean).join(' · '))
  return {
    title: `${oneLine(event.title)} · ${branding.eventName}`,
    description: description.length > 200 ? `${description.slice(0, 199).trimEnd()}…` : description,
    url: events.linkOf(event, publicUrl),
    image: `${publicUrl}/api/events/${event.id}/card.png?v=${cardVersion(event)}`,
  }
}

type Card = { version: string; etag: string; draw(): Promise<Buffer> }

export async function findCard({ db, config: { timeZone } }: Platform, key: string): Promise<Card> {
  const event = await events.findByKey(db, key)
  if (!event?.isActive) throw new Problem('event-gone')
  const version = cardVersion(event)
  return { version, etag: `"${version}-${timeZone}"`, draw: () => cardOf(event, timeZone) }
}
