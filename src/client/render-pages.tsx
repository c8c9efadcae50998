import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { paths } from '#client/platform/navigation/paths.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { Landing } from './app/landing.tsx'
import { PublicEventPage } from './app/public-event.tsx'
import { RenderedPage } from './app/rendered-page.tsx'
import { StartOfRace } from './features/landing/race/start-of-race.tsx'

/** The landing page, rendered once by the build. */
export function renderLandingPage(): string {
  const page = renderToString(
    <RenderedPage ssrPath={paths.home}>
      <Landing />
    </RenderedPage>,
  )
  const [before, after] = page.split(placeOfRace)
  if (after === undefined) throw new Error('The landing page has no place for the start of the race')
  return before + placeOfRace.replace('><', () => `>${renderToStaticMarkup(<StartOfRace />)}<`) + after
}

const placeOfRace = '<div data-start-of-race=""></div>'

/** Server-rendered public page of an event, with the browser's components. */
export function renderEventPage(event: PublicEvent | undefined, submission?: PlainSubmission): string {
  return renderToString(
    <RenderedPage ssrPath={event ? paths.shortLink(event.shortCode) : '/event-registration'}>
      <PublicEventPage event={event} submission={submission} />
    </RenderedPage>,
  )
}
