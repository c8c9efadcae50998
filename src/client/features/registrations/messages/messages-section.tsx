import { useQuery } from '@tanstack/react-query'
import { MailPlus, MessagesSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { EventMessage } from '#contract/attendee-mails/endpoints.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { useMailStatusRefresh } from '../queries.ts'
import { MessageDialog } from './message-dialog.tsx'
import { eventMessages, useMessageRetries } from './message-queries.ts'

const count = new Intl.NumberFormat('en')
const audienceTexts = { all: 'Everyone registered', approved: 'Approved', absent: 'No-shows' } as const

const isUnderWay = ({ recipients, sent, failed }: EventMessage) => sent + failed < recipients

/** Organisers' messages to attendees and their delivery, at `#messages`. */
export function MessagesSection({ event }: { event: ManagedEvent }) {
  const query = useQuery(eventMessages(event.id))
  const [dialog, setDialog] = useState({ open: false, turn: 0 })
  const opener = useRef<HTMLButtonElement>(null)
  useMailStatusRefresh(event.id, query.data?.some(isUnderWay) ?? false)
  return (
    <section aria-labelledby="messages" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="messages" className="text-xl">
          Messages
        </h2>
        <Button
          ref={opener}
          aria-haspopup="dialog"
          onClick={() => setDialog(({ turn }) => ({ open: true, turn: turn + 1 }))}
        >
          <MailPlus aria-hidden="true" />
          New message
        </Button>
      </div>
      <QuerySection
        query={query}
        failure="Couldn’t load the messages."
        skeleton={
          <Loading>
            <Skeleton className="h-32 w-full" />
          </Loading>
        }
      >
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState
              icon={MessagesSquare}
              title="No messages yet"
              description="Write to everyone who registered, to those who are approved, or afterwards to those who did not come."
            />
          ) : (
            <ul className="flex flex-col gap-3">
              {messages.map((message) => (
                <MessageItem key={message.id} eventId={event.id} message={message} />
              ))}
            </ul>
          )
        }
      </QuerySection>
      <MessageDialog
        key={dialog.turn}
        event={event}
        open={dialog.open}
        opener={opener}
        onClose={() => setDialog((before) => ({ ...before, open: false }))}
      />
    </section>
  )
}

function MessageItem({ eventId, message }: { eventId: string; message: EventMessage }) {
  const { subject, text, audience, sentBy, sentAt, recipients, sent, failed } = message
  const retries = useMessageRetries(eventId)
  return (
    <li className="min-w-0 rounded-lg border border-border bg-surface p-4">
      <h3 dir="auto" className="text-lg wrap-anywhere">
        {subject}
      </h3>
      <p className="text-sm text-muted-foreground wrap-anywhere">
        {`${audienceTexts[audience]} · ${sentBy ?? 'A former administrator'} · ${momentOf(sentAt)}`}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="text-sm font-semibold tabular-nums">
          {`${count.format(sent)} of ${count.format(recipients)} sent`}
          {failed > 0 && <span className="text-destructive">{` · ${count.format(failed)} failed`}</span>}
        </p>
        {failed > 0 && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Try again: ${subject}`}
            pending={retries.isPending}
            onClick={() => void retries.run(message.id)}
          >
            Try again
          </Button>
        )}
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-sm font-semibold text-link">
          Show the text
        </summary>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      </details>
    </li>
  )
}
