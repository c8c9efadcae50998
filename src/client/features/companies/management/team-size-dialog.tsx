import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { amount } from '#client/platform/formats/amounts.ts'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { teamSize } from '#contract/companies/endpoints.ts'
import { TeamSizeHistory } from '../profile/team-size-history.tsx'
import { companyOf, useTeamSizeChange } from '../queries.ts'
import type { CompanyDialogProps } from './company-actions.ts'

const Form = z.object({ teamSize })
type Form = z.infer<typeof Form>

/** Sets the team size, beside the history of sizes. */
export function TeamSizeDialog({ company, open, opener, onClose }: CompanyDialogProps) {
  const { data: now } = useQuery(companyOf(company.id))
  const change = useTeamSizeChange(company)
  // Empty at first and after saving, because the input is the next size and not the present one.
  const form = useForm<Form>({ resolver: zodResolver(Form), defaultValues: { teamSize: Number.NaN } })
  const { register, reset, setError, formState } = form
  const formId = `team-size-${company.id}`
  const size = now?.teamSize ?? company.teamSize ?? 1

  const submit = useSubmit(form, async ({ teamSize: next }) => {
    if (next === size) setError('teamSize', { message: 'This is the team size already' }, { shouldFocus: true })
    else
      await change.run(next, {
        onSuccess: () => reset(),
        onError: (error) => showFieldErrors(error, setError, ['teamSize']),
      })
  })

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !change.isPending && onClose()}
      size="sm"
      title="Team size"
      description={<SubjectName>{company.name}</SubjectName>}
    >
      <DialogBody className="flex flex-col gap-6">
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p role="status" className="tabular-nums">
            <span className="font-display text-3xl font-bold">{amount(size)}</span>{' '}
            {size === 1 ? 'person takes part' : 'people take part'}
          </p>
          <Field
            label="New team size"
            hint="Set by you, it counts at once, for proofs that are approved from now on. Points already earned are not recalculated."
            error={formState.errors.teamSize?.message}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              {...register('teamSize', { valueAsNumber: true })}
            />
          </Field>
        </form>
        <TeamSizeHistory companyId={company.id} />
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild asksFirst>
          <Button variant="outline" disabled={change.isPending}>
            Close
          </Button>
        </DialogClose>
        <Button type="submit" form={formId} pending={change.isPending} pendingLabel="Saving...">
          Save team size
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
