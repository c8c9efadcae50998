import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { ColorInput } from '#client/platform/color-input.tsx'
import { zoneNote } from '#client/platform/formats/dates.ts'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { type ManagedEvent, mostCheckInHours } from '#contract/events/endpoints.ts'
import { mostOfferHours } from '#contract/events/rules.ts'
import { ConfirmationField } from './confirmation-field.tsx'
import { blankFields, type EventFields, fieldsOf, schemaFor } from './event-fields.ts'
import { EventPreview } from './event-preview.tsx'
import { FieldGroup } from './field-group.tsx'
import { MailTextFields } from './mail-text-fields.tsx'
import { MoveNote } from './move-note.tsx'

interface EventFormProps {
  /** Undefined for a new event. */
  event?: ManagedEvent
  submitLabel: string
  pendingLabel: string
  save: (fields: EventFields, onError: (error: unknown) => void) => Promise<unknown>
  onDirty: (dirty: boolean) => void
}

/** Mounted with its dialog, so that Cancel discards its text. */
export function EventForm({ event, submitLabel, pendingLabel, save, onDirty }: EventFormProps) {
  const form = useForm<EventFields>({
    resolver: zodResolver(schemaFor(event)),
    defaultValues: event ? fieldsOf(event) : blankFields,
  })
  const { setError, formState } = form
  const { isSubmitting, isDirty } = formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const submit = useSubmit(form, (fields) =>
    save(fields, (error) => showFieldErrors(error, setError, Object.keys(blankFields) as (keyof EventFields)[])),
  )

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody className="grid content-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
          <div className="flex min-w-0 flex-col gap-8">
            <AboutFields existing={event !== undefined} />
            <LookFields />
            <CheckInFields />
            <MailTextFields event={event} />
          </div>
          <EventPreview />
        </DialogBody>
        {event && <MoveNote event={event} />}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={isSubmitting}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" pending={isSubmitting} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  )
}

function AboutFields({ existing }: { existing: boolean }) {
  const { register, formState } = useFormContext<EventFields>()
  const { errors } = formState
  const hasCapacity = useWatch<EventFields>({ name: 'capacity' }) !== ''
  const zone = zoneNote()
  return (
    <FieldGroup title="The event">
      <Field label="Title" required error={errors.title?.message} className="sm:col-span-2">
        <Input autoComplete="off" placeholder="Sunrise run at Mambo Beach" {...register('title')} />
      </Field>
      <Field
        label="Description"
        required
        hint="What happens, what to bring, who can come."
        error={errors.description?.message}
        className="sm:col-span-2"
      >
        <Textarea {...register('description')} />
      </Field>
      <Field
        label={zone ? `Date & Time (${zone})` : 'Date & Time'}
        required={!existing}
        hint={existing ? 'Leave it empty while the date is to be announced.' : undefined}
        error={errors.eventDate?.message}
      >
        <Input type="datetime-local" {...register('eventDate')} />
      </Field>
      <Field label="Ends" optional error={errors.endsAt?.message}>
        <Input type="datetime-local" {...register('endsAt')} />
      </Field>
      <Field label="Place" optional error={errors.place?.message}>
        <Input autoComplete="off" placeholder="Mambo Beach, Willemstad" {...register('place')} />
      </Field>
      <Field
        label="Capacity"
        optional
        hint="Later registrations go on a waiting list."
        error={errors.capacity?.message}
      >
        <Input type="number" inputMode="numeric" min={1} placeholder="No limit" {...register('capacity')} />
      </Field>
      {hasCapacity && <ConfirmationField />}
      {(hasCapacity || errors.offerHours) && (
        <Field
          label="Hours to accept an offered place"
          hint="A free place is offered to the waiting list, one person after the other. Near the event they have less time. 0 turns offers off."
          error={errors.offerHours?.message}
          className="sm:col-span-2"
        >
          <Input type="number" inputMode="numeric" min={0} max={mostOfferHours} {...register('offerHours')} />
        </Field>
      )}
    </FieldGroup>
  )
}

function CheckInFields() {
  const { register, formState } = useFormContext<EventFields>()
  const { errors } = formState
  const hours = { type: 'number', inputMode: 'numeric', min: 0, max: mostCheckInHours } as const
  return (
    <FieldGroup
      title="Check-in"
      text="Outside these hours a scan lets no one in. You can still open check-in by hand on the attendees page."
    >
      <Field label="Opens (hours before start)" error={errors.checkInHoursBefore?.message}>
        <Input {...hours} {...register('checkInHoursBefore')} />
      </Field>
      <Field
        label="Closes, hours after the end"
        hint="Without an end: counted from 6 hours after the start."
        error={errors.checkInHoursAfter?.message}
      >
        <Input {...hours} {...register('checkInHoursAfter')} />
      </Field>
    </FieldGroup>
  )
}

function LookFields() {
  const { register, formState, control } = useFormContext<EventFields>()
  const { errors } = formState
  return (
    <FieldGroup title="Its page">
      <Field label="Branding Colour" error={errors.brandingColor?.message} className="sm:col-span-2">
        <Controller
          control={control}
          name="brandingColor"
          render={({ field: { ref: _, ...field } }) => <ColorInput {...field} />}
        />
      </Field>
      <Field label="YouTube URL" optional error={errors.youtubeUrl?.message} className="sm:col-span-2">
        <Input type="url" inputMode="url" autoComplete="off" {...register('youtubeUrl')} />
      </Field>
    </FieldGroup>
  )
}
