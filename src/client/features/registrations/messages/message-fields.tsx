import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { PlaceholderButtons } from '#client/ui/forms/placeholder-buttons.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import type { MessageAudience, NewEventMessage } from '#contract/attendee-mails/endpoints.ts'
import { limits } from '#contract/common.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { mailTextWarnings, placeholders } from '#contract/events/mail-text.ts'
import { isOver } from '#contract/events/rules.ts'
import { attendeeCounts } from '../queries.ts'

interface Props {
  event: ManagedEvent
  written: NewEventMessage
  errors: Partial<Record<keyof NewEventMessage, string>>
  onChange: (written: NewEventMessage) => void
}

export function MessageFields({ event, written, errors, onChange }: Props) {
  const { data: counts } = useQuery(attendeeCounts(event.id))
  const lastUsed = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const isAfter = !event.cancelledAt && isOver(event, new Date())
  const countOf = (people: number | undefined) => (people === undefined ? '' : ` (${people})`)

  function insert(name: string) {
    const input = lastUsed.current ?? textarea.current
    if (!input) return
    const field = input.name === 'subject' ? 'subject' : 'text'
    const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length]
    onChange({ ...written, [field]: `${input.value.slice(0, from)}{${name}}${input.value.slice(to)}` })
    const cursor = from + name.length + 2
    // Wait until the field has the new text.
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(cursor, cursor)
    })
  }

  const warnings = [
    ...new Set(
      [written.subject, written.text].flatMap((text) =>
        mailTextWarnings(text, { hasPlace: Boolean(event.place), hasDate: event.eventDate !== null }),
      ),
    ),
  ]
  return (
    <div className="flex flex-col gap-4">
      <Field label="To" hint={isAfter ? undefined : 'No-shows can be selected after the event.'}>
        <Select
          value={written.audience}
          onChange={({ target }) => onChange({ ...written, audience: target.value as MessageAudience })}
        >
          <option value="approved">{`Everyone approved${countOf(counts?.approved)}`}</option>
          <option value="all">{`Everyone approved or pending${countOf(counts && counts.approved + counts.pending)}`}</option>
          {isAfter && (
            <option value="absent">{`No-shows${countOf(counts && counts.approved - counts.checkedIn)}`}</option>
          )}
        </Select>
      </Field>
      <PlaceholderButtons names={placeholders} onInsert={insert} />
      <Field label="Subject" required error={errors.subject}>
        <Input
          name="subject"
          autoComplete="off"
          maxLength={200}
          value={written.subject}
          onFocus={({ currentTarget }) => {
            lastUsed.current = currentTarget
          }}
          onChange={({ target }) => onChange({ ...written, subject: target.value })}
        />
      </Field>
      <Field label="Message" required hint="Plain text. An empty line starts a new paragraph." error={errors.text}>
        <Textarea
          ref={textarea}
          name="text"
          maxLength={limits.description}
          value={written.text}
          className="min-h-44"
          onFocus={({ currentTarget }) => {
            lastUsed.current = currentTarget
          }}
          onChange={({ target }) => onChange({ ...written, text: target.value })}
        />
      </Field>
      <ul role="status" className="flex flex-col gap-1 text-sm font-semibold text-warning empty:hidden">
        {warnings.map((warning) => (
          <li key={warning} className="flex items-start gap-1.5 wrap-anywhere">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {warning}
          </li>
        ))}
      </ul>
    </div>
  )
}
