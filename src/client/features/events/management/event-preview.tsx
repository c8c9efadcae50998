import { useFormContext } from 'react-hook-form'
import { instantOf, timeZone } from '#client/platform/dates.ts'
import { TrackLanes } from '#client/ui/track-lanes.tsx'
import { confirmationWords, type MailValues } from '#contract/events/mail-text.ts'
import { eventMoment, toBeAnnounced } from '#contract/events/moment.ts'
import { BibPaper } from '../bib-paper.tsx'
import { brandStyle } from '../brand.ts'
import { DateBib } from '../date-bib.tsx'
import { whenOf } from '../when.ts'
import type { EventFields } from './event-fields.ts'

/** The page and the mail as others will see them, while they are being written. */
export function EventPreview() {
  const fields = useFormContext<EventFields>().watch()
  const eventDate = asInstant(fields.eventDate)
  const dates = { eventDate, endsAt: asInstant(fields.endsAt) }
  const title = fields.title.trim() || 'Your event'
  const values = sampleValues(title, eventMoment(dates, timeZone), fields.place.trim() || toBeAnnounced)
  const email = confirmationWords(fields, values)
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
        <div className="overflow-hidden rounded-lg border border-border bg-surface">
          <p dir="auto" className="border-b border-border px-4 py-3 font-semibold wrap-anywhere">
            {email.subject}
          </p>
          <div className="flex flex-col gap-4 px-4 py-4">
            <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
              {[email.greeting, ...email.paragraphs].filter(Boolean).join('\n\n')}
            </p>
            <BibPaper className="self-center px-6 py-4 text-center">
              <SampleCode />
              <p className="mt-1 font-display text-lg font-bold tracking-wide">{values.code}</p>
            </BibPaper>
          </div>
        </div>
      </figure>
    </aside>
  )
}

const caption = 'mb-1.5 text-sm font-semibold'

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

const size = 21
const finders = [
  [0, 0],
  [14, 0],
  [0, 14],
] as const

/** Looks like a code and is none: nobody can walk in with it. */
function SampleCode() {
  const inFinder = (x: number, y: number) =>
    finders.some(([fx, fy]) => x >= fx - 1 && x < fx + 8 && y >= fy - 1 && y < fy + 8)
  const modules = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const)
    .filter(([x, y]) => !inFinder(x, y) && (x * 7 + y * 13 + x * y * 3) % 5 < 2)
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  const eyes = finders.map(([x, y]) => `M${x} ${y}h7v7h-7zM${x + 1} ${y + 1}v5h5v-5zM${x + 2} ${y + 2}h3v3h-3z`)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges" className="mx-auto size-28">
      <path d={[...modules, ...eyes].join('')} fill="currentColor" fillRule="evenodd" />
    </svg>
  )
}
