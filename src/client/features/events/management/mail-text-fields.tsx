import { Send, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUser } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { PlaceholderButtons } from '#client/ui/forms/placeholder-buttons.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import {
  defaultEmailBodyText,
  defaultEmailSubject,
  mailTextWarnings,
  placeholders,
} from '#contract/events/mail-text.ts'
import { useTestMail } from '../queries.ts'
import type { EventFields } from './event-fields.ts'
import { FieldGroup } from './field-group.tsx'

type TextName = 'emailSubject' | 'emailBodyText'

/** Custom texts of the confirmation email; a blank field means the standard text. */
export function MailTextFields({ event }: { event: ManagedEvent | undefined }) {
  const { register, formState, getValues, setValue } = useFormContext<EventFields>()
  const { errors } = formState
  const lastUsed = useRef<HTMLInputElement | HTMLTextAreaElement>(null)

  function insert(name: string) {
    const input = lastUsed.current ?? document.querySelector<HTMLTextAreaElement>('textarea[name=emailBodyText]')
    if (!input) return
    const field = input.name as TextName
    const typed = getValues(field)
    const [from, to] = [input.selectionStart ?? typed.length, input.selectionEnd ?? typed.length]
    setValue(field, `${typed.slice(0, from)}{${name}}${typed.slice(to)}`, { shouldDirty: true })
    input.focus()
    input.setSelectionRange(from + name.length + 2, from + name.length + 2)
  }

  return (
    <FieldGroup
      title="Confirmation email"
      text="Sent with the QR code when you approve someone. Leave blank to use the standard text shown in the field."
    >
      <PlaceholderButtons names={placeholders} onInsert={insert} className="sm:col-span-2" />
      <Field label="Email Subject" optional error={errors.emailSubject?.message} className="sm:col-span-2">
        <Input
          autoComplete="off"
          placeholder={defaultEmailSubject}
          onFocus={({ currentTarget }) => {
            lastUsed.current = currentTarget
          }}
          {...register('emailSubject')}
        />
      </Field>
      <Warnings name="emailSubject" />
      <Field label="Email Body" optional error={errors.emailBodyText?.message} className="sm:col-span-2">
        <Textarea
          placeholder={defaultEmailBodyText}
          onFocus={({ currentTarget }) => {
            lastUsed.current = currentTarget
          }}
          {...register('emailBodyText')}
          className="min-h-44"
        />
      </Field>
      <Warnings name="emailBodyText" />
      {event && <TestMail event={event} />}
    </FieldGroup>
  )
}

/** Warnings beside the field, while the text is written. */
function Warnings({ name }: { name: TextName }) {
  const [text, place, eventDate] = useFormContext<EventFields>().watch([name, 'place', 'eventDate'])
  const warnings = mailTextWarnings(text, { hasPlace: place.trim() !== '', hasDate: eventDate !== '' })
  return (
    <ul role="status" className="flex flex-col gap-1 text-sm font-semibold text-warning empty:hidden sm:col-span-2">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5 wrap-anywhere">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  )
}

function TestMail({ event }: { event: ManagedEvent }) {
  const { getValues } = useFormContext<EventFields>()
  const { email } = useUser()
  const test = useTestMail(email)

  function send() {
    const { emailSubject, emailBodyText } = getValues()
    void test.run({
      id: event.id,
      emailSubject: emailSubject.trim() || null,
      emailBodyText: emailBodyText.trim() || null,
    })
  }

  return (
    <div className="sm:col-span-2">
      <Button variant="outline" pending={test.isPending} pendingLabel="Sending..." onClick={send}>
        <Send aria-hidden="true" />
        Send me a test email
      </Button>
    </div>
  )
}
