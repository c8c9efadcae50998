import { branding } from '#contract/branding.ts'
import { eventKey, PublicEvent } from '#contract/events/endpoints.ts'
import type { Config } from '#server/platform/config.ts'
import type { Preview } from '#server/platform/http/pages.ts'
import { oneLine } from '#server/platform/mail/one-line.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as events from './service.ts'

/** The event that a page of the client is about; undefined for every other page, and for events nobody may see. */
export async function eventOfPage(platform: Platform, url: string): Promise<PublicEvent | undefined> {
  const page = /^\/(?:e\/([^/?]+)|event-registration(?:\/([^/?]+))?)\/?(?:\?|$)/.exec(url)
  if (!page) return undefined
  const key = page[1] ?? page[2]
  if (key && !eventKey.safeParse({ id: key }).success) return undefined
  const event = await events.forPage(platform, key)
  return event && PublicEvent.parse(event)
}

/** What a chat shows of a shared link. */
export function previewOf(
  event: PublicEvent,
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
): Preview {
  const date = event.eventDate ? new Date(event.eventDate) : null
  const facts = [events.momentOf({ eventDate: date }, timeZone), event.place, event.description]
  const description = oneLine(facts.filter(Boolean).join(' · '))
  return {
    title: `${oneLine(event.title)} · ${branding.eventName}`,
    description: description.length > 200 ? `${description.slice(0, 199).trimEnd()}…` : description,
    url: events.linkOf(event, publicUrl),
  }
}
