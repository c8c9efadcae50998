import { Hourglass, WifiOff } from 'lucide-react'
import { paths } from '#client/platform/navigation/paths.ts'
import { useConnected } from '#client/platform/requests/connection.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { formFields } from '#contract/registrations/form-fields.ts'
import { registrationNotice } from '#contract/registrations/notice.ts'
import { type Sent, typedKey } from './form-memory.ts'
import { type RefusedSubmission, type Trouble, useRegistration } from './use-registration.ts'

interface Props {
  event: PublicEvent
  onSent: (sent: Sent) => void
  /** The event was closed or removed meanwhile, so the page refetches it. */
  onRefused: () => void
  /** Values and errors of a form that was sent without JavaScript and refused. */
  before: RefusedSubmission | undefined
  /** False if the signed-in company registers somebody else. */
  forSelf: boolean
}

export function RegistrationForm({ event, ...options }: Props) {
  const { form, fields, errors, trouble, sending, type, submit } = useRegistration(event.id, options)
  return (
    // Before hydration, and without JavaScript, the browser submits the form.
    <form
      ref={form}
      method="post"
      action={paths.shortLink(event.shortCode)}
      data-keep={typedKey(event.id)}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <h2 className="text-2xl">Register for this event</h2>
      {event.full && (
        <Notice icon={Hourglass} tone="warning">
          All places are taken. Register for the waiting list, and we write to you when one becomes free.
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-4">
        {formFields.map(({ name, label, autoComplete, maxLength, ...field }) => (
          <Field
            key={name}
            label={label}
            required={'missing' in field}
            error={errors[name]}
            className={'half' in field ? 'max-[359px]:col-span-2' : 'col-span-2'}
          >
            <Input
              name={name}
              type={'type' in field ? field.type : undefined}
              inputMode={'type' in field ? field.type : undefined}
              autoComplete={autoComplete}
              maxLength={maxLength}
              value={fields[name]}
              onChange={({ target }) => type(name, target.value)}
              autoCapitalize={name === 'email' ? 'none' : undefined}
              spellCheck={false}
            />
          </Field>
        ))}
      </div>
      <p className="text-sm text-muted-foreground">{registrationNotice}</p>
      <div role="alert" className="empty:hidden">
        {trouble && !sending && <TroubleNotice trouble={trouble} />}
      </div>
      <Button
        type="submit"
        size="lg"
        pending={sending}
        pendingLabel="Submitting..."
        className="brand-fill w-full hover:opacity-90"
      >
        {trouble ? 'Try again' : event.full ? 'Join the waiting list' : 'Register for Event'}
      </Button>
    </form>
  )
}

function TroubleNotice({ trouble }: { trouble: Trouble }) {
  const connected = useConnected()
  if (!trouble.offline) {
    return (
      <Notice icon={WifiOff} tone="warning">
        {trouble.sentence}
      </Notice>
    )
  }
  return (
    <Notice icon={WifiOff} tone="warning">
      {connected
        ? 'The connection dropped. Try again – you won’t be registered twice.'
        : 'No connection. What you typed stays here. Try again once you are back online.'}
    </Notice>
  )
}
