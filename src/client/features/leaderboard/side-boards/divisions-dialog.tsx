import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Plus, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useSubmit } from '#client/platform/forms.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { type Division, DivisionBands, mostDivisions } from '#contract/leaderboard/divisions.ts'
import { divisionList, useSetDivisions } from '../queries.ts'

const Divisions = z.object({ divisions: DivisionBands })
type Divisions = z.infer<typeof Divisions>

const formId = 'divisions'

/** Organisers set the divisions by team size here. */
export function DivisionsDialog() {
  const [open, setOpen] = useState(false)
  const divisions = useQuery({ ...divisionList, enabled: open })
  const saving = useSetDivisions()
  return (
    <Dialog
      trigger={
        <Button variant="outline" className="self-start">
          <Settings2 aria-hidden="true" />
          Set divisions
        </Button>
      }
      open={open}
      onOpenChange={(next) => !saving.isPending && setOpen(next)}
      title="Divisions by team size"
      description="Each division begins with a number of people and ends where the next one begins."
    >
      <DialogBody>
        <QuerySection query={divisions} failure="The divisions did not load." skeleton={<Skeleton className="h-40" />}>
          {(known) => <DivisionsForm divisions={known} saving={saving} onSaved={() => setOpen(false)} />}
        </QuerySection>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild asksFirst>
          <Button variant="outline" disabled={saving.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button
          type="submit"
          form={formId}
          pending={saving.isPending}
          pendingLabel="Saving..."
          disabled={!divisions.data}
        >
          Save divisions
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface FormProps {
  divisions: Division[]
  saving: ReturnType<typeof useSetDivisions>
  onSaved: () => void
}

function DivisionsForm({ divisions, saving, onSaved }: FormProps) {
  const form = useForm<Divisions>({
    resolver: zodResolver(Divisions),
    defaultValues: { divisions: divisions.map(({ name, from }) => ({ name, from })) },
  })
  const { register, control, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'divisions' })
  const errors = formState.errors.divisions
  const submit = useSubmit(form, (typed) => saving.run(typed.divisions, { onSuccess: onSaved }))
  const wholeFault = errors?.root?.message ?? errors?.message
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {fields.map((field, index) => (
        <fieldset key={field.id} className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-start gap-3">
          <legend className="sr-only">Division {index + 1}</legend>
          <Field label="Name" error={errors?.[index]?.name?.message}>
            <Input autoComplete="off" maxLength={40} {...register(`divisions.${index}.name`)} />
          </Field>
          <Field label="From people" error={errors?.[index]?.from?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              readOnly={index === 0}
              {...register(`divisions.${index}.from`, { valueAsNumber: true })}
            />
          </Field>
          <Button
            variant="ghost"
            aria-label={`Remove division ${index + 1}`}
            disabled={index === 0}
            onClick={() => remove(index)}
            className="mt-6.5"
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </fieldset>
      ))}
      {wholeFault && (
        <p role="alert" className="font-medium text-destructive">
          {wholeFault}
        </p>
      )}
      <Button
        variant="outline"
        className="self-start"
        disabled={fields.length >= mostDivisions}
        onClick={() => append({ name: '', from: (form.getValues('divisions').at(-1)?.from ?? 0) + 1 })}
      >
        <Plus aria-hidden="true" />
        Add a division
      </Button>
    </form>
  )
}
