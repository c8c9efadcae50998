import { zodResolver } from '@hookform/resolvers/zod'
import type { FocusEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { zoneNote } from '#client/platform/formats/dates.ts'
import { completeWebAddress } from '#client/platform/formats/web-address.ts'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { whole } from '#contract/common.ts'
import { NewTask } from '#contract/tasks/endpoints.ts'

const mostReward = 100_000
const { title, description, youtubeUrl } = NewTask.shape

const fieldsFrom = (least: 0 | 1) =>
  z
    .strictObject({
      title,
      description,
      youtubeUrl: z.string().transform(completeWebAddress).pipe(youtubeUrl.unwrap()),
      pointsReward: whole(least, mostReward, { name: 'Points', outside: 'Points must be at least 1' }),
      caloriesBurned: whole(least, mostReward, { name: 'Calories', outside: 'Calories must be at least 1' }),
      // Values of the inputs, in the event's zone.
      opensAt: z.string(),
      closesAt: z.string(),
    })
    .refine(({ opensAt, closesAt }) => !opensAt || !closesAt || closesAt > opensAt, {
      path: ['closesAt'],
      message: 'The closing time must be after the opening time',
    })
export type TaskFields = z.output<ReturnType<typeof fieldsFrom>>

interface TaskFormProps {
  start: TaskFields
  /** The smallest reward in this form; the server validates too. */
  least: 0 | 1
  submitLabel: string
  pendingLabel: string
  save: (fields: TaskFields, onError: (error: unknown) => void) => Promise<unknown>
}

/** Mounted with its dialog, so that Cancel discards its text. */
export function TaskForm({ start, least, submitLabel, pendingLabel, save }: TaskFormProps) {
  const form = useForm<TaskFields>({ resolver: zodResolver(fieldsFrom(least)), defaultValues: start })
  const { register, setError, setValue, formState } = form
  const { errors, isSubmitting } = formState
  const zone = zoneNote() && ` (${zoneNote()})`

  const submit = useSubmit(form, (fields) =>
    save(fields, (error) => showFieldErrors(error, setError, Object.keys(start) as (keyof TaskFields)[])),
  )

  return (
    <form noValidate onSubmit={submit} className="contents">
      <DialogBody className="flex flex-col gap-4">
        <Field label="Title" error={errors.title?.message}>
          <Input autoComplete="off" placeholder="Morning run" {...register('title')} />
        </Field>
        <Field
          label="Description"
          hint="What to do, and what the photos or videos have to show."
          error={errors.description?.message}
        >
          <Textarea {...register('description')} />
        </Field>
        <Field
          label="YouTube URL"
          optional
          hint="A tutorial video, if there is one."
          error={errors.youtubeUrl?.message}
        >
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            {...register('youtubeUrl', {
              onBlur: ({ target }: FocusEvent<HTMLInputElement>) =>
                setValue('youtubeUrl', completeWebAddress(target.value), { shouldDirty: true }),
            })}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="Points" error={errors.pointsReward?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={least}
              {...register('pointsReward', { valueAsNumber: true })}
            />
          </Field>
          <Field label="Calories" error={errors.caloriesBurned?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={least}
              {...register('caloriesBurned', { valueAsNumber: true })}
            />
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={`Opens${zone}`} optional hint="Visible from this moment" error={errors.opensAt?.message}>
            <Input type="datetime-local" {...register('opensAt')} />
          </Field>
          <Field label={`Closes${zone}`} optional hint="Last moment to submit" error={errors.closesAt?.message}>
            <Input type="datetime-local" {...register('closesAt')} />
          </Field>
        </div>
      </DialogBody>
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
  )
}
