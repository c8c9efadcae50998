import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import type { PageContent } from '#server/platform/http/replies/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isPlainEventPage, previewOf } from './pages.ts'
import { createRenderEventPage } from './rendered-page.ts'

/** Renders the content of an event's page, with the outcome of a form sent without JavaScript. */
export function createEventContent(platform: Platform, clientFolder: string) {
  const render = createRenderEventPage(platform, clientFolder)
  return async (url: string, event: PublicEvent | undefined, submission?: PlainSubmission) => {
    const isPlain = isPlainEventPage(url)
    const markup = isPlain ? await render(event, submission) : undefined
    return {
      status: event || !isPlain ? undefined : 404,
      // By default a form sends no origin and would be refused as cross-site.
      headers: { 'referrer-policy': 'same-origin' },
      preview: event && previewOf(event, platform.config),
      rendered: markup === undefined ? undefined : { page: 'event', markup },
    } satisfies Omit<PageContent, 'known'>
  }
}
