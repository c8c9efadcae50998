import { ExternalLink } from 'lucide-react'
import { LinkedText } from '#client/features/events/parts/linked-text.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { cn } from '#client/ui/cn.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'

const steps = [
  { title: 'You register', text: 'Five fields, one minute, no account.' },
  { title: 'The organisers confirm', text: 'Once approved, you get a confirmation email with your own QR code.' },
  {
    title: 'You walk in',
    text: 'Show the QR code at the entrance, on your phone or printed. Your code in letters works too.',
  },
]

/** Describes the event and the steps after registering. */
export function About({
  event,
  steps: withSteps,
  className,
}: {
  event: PublicEvent
  steps: boolean
  className?: string
}) {
  return (
    <aside aria-label="About this event" className={className}>
      {event.description && (
        <p dir="auto" className="max-w-prose text-lg whitespace-pre-line wrap-anywhere">
          <LinkedText>{event.description}</LinkedText>
        </p>
      )}
      {event.youtubeUrl && (
        <LinkButton href={event.youtubeUrl} target="_blank" variant="outline" className="mt-5">
          Watch Video
          <ExternalLink aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </LinkButton>
      )}
      {withSteps && (
        <>
          <h2 className={cn('text-xl', event.description && 'mt-10')}>What to Expect</h2>
          <ol className="relative mt-5 flex flex-col gap-6 before:absolute before:top-4 before:bottom-10 before:left-4 before:w-1 before:rounded-full before:bg-lane">
            {steps.map(({ title, text }, step) => (
              <li key={title} className="relative flex gap-4">
                <span
                  aria-hidden="true"
                  className="brand-fill flex size-9 shrink-0 items-center justify-center rounded-full border-2 font-display text-lg leading-none font-bold"
                >
                  {step + 1}
                </span>
                <p className="min-w-0">
                  <strong className="block text-lg">{title}</strong>
                  <span className="text-muted-foreground">{text}</span>
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </aside>
  )
}
