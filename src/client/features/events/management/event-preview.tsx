import { useFormContext } from 'react-hook-form'
import { instantOf, timeZone } from '#client/platform/formats/dates.ts'
import { TrackLanes } from '#client/ui/display/track-lanes.tsx'
import { hexColor } from '#contract/common.ts'
import { offeredEventColor } from '#contract/events/endpoints.ts'
import type { MailValues } from '#contract/events/mail-text.ts'
import { eventMoment, toBeAnnounced } from '#contract/events/moment.ts'
import { brandStyle } from '../parts/brand.ts'
import { DateBib } from '../parts/date-bib.tsx'
import { whenOf } from '../parts/when.ts'
import { EmailPreview } from './email-preview.tsx'
import type { EventFields } from './event-fields.ts'

/** Live preview of the public page and the email. */
export function EventPreview() {
  const fields = useFormContext<EventFields>().watch()
  const eventDate = asInstant(fields.eventDate)
  const dates = { eventDate, endsAt: asInstant(fields.endsAt) }
  const title = fields.title.trim() || 'Your event'
  const values = sampleValues(title, eventMoment(dates, timeZone), fields.place.trim() || toBeAnnounced)
  return (
    <aside
      aria-label="Preview"
      style={brandStyle(fields.brandingColor)}
      className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-0 lg:self-start"
    >
      <figure className="min-w-0">
        <figcaption className={caption}>The page</figcaption>
        <div className="relative overflow-hidden rounded-lg border border-border bg-(--brand) p-5 text-(--on-brand)">
          <TrackLanes lanes={6} className="absolute right-0 bottom-0 h-full text-current opacity-25" />
          <p
            dir="auto"
            className="relative font-display text-xl leading-tight font-extrabold tracking-tight wrap-anywhere"
          >
            {title}
          </p>
          <div className="relative mt-4 flex items-center gap-4">
            <DateBib at={eventDate} className="-rotate-3" />
            <p className="min-w-0 text-sm font-semibold wrap-anywhere">
              {whenOf(dates, 'Date To Be Announced')}
              {fields.place && <span className="block font-normal">{fields.place}</span>}
            </p>
          </div>
        </div>
      </figure>
      <figure className="min-w-0">
        <figcaption className={caption}>The email</figcaption>
        <EmailPreview texts={fields} values={values} brandingColor={validColor(fields.brandingColor)} />
      </figure>
    </aside>
  )
}

const caption = 'mb-1.5 text-sm font-semibold'

/** An incomplete colour leaves the email at the default. */
const validColor = (typed: string) => (hexColor.safeParse(typed).success ? typed : offeredEventColor)

const asInstant = (typed: string) => (typed.length >= 16 ? instantOf(typed) : null)

const sampleValues = (eventTitle: string, eventDate: string, eventPlace: string): MailValues => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  eventTitle,
  eventDate,
  eventPlace,
  companyName: 'Analytical Engines',
  code: 'ABC-123',
  link: `${location.origin}/e/…`,
})
