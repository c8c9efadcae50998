import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { usePointAdjustment } from '#client/features/points/queries.ts'
import { amount } from '#client/platform/formats/amounts.ts'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { limits } from '#contract/common.ts'
import { adjustmentReason, adjustment as change } from '#contract/points/endpoints.ts'
import { companyOf } from '../queries.ts'
import type { CompanyDialogProps } from './company-actions.ts'

const Adjustment = z
  .object({
    points: change,
    calories: change,
    reason: adjustmentReason,
  })
  .refine(({ points, calories }) => points !== 0 || calories !== 0, {
    path: ['points'],
    message: 'Enter points or calories. Use a minus sign to deduct.',
  })
type Adjustment = z.infer<typeof Adjustment>

const nothing: Adjustment = { points: 0, calories: 0, reason: '' }

/** Adds or deducts points with a reason. */
export function AdjustPointsDialog({ company, open, opener, onClose }: CompanyDialogProps) {
  const { data: now } = useQuery(companyOf(company.id))
  const adjustment = usePointAdjustment(company)
  const form = useForm<Adjustment>({ resolver: zodResolver(Adjustment), defaultValues: nothing })
  const { register, setError, watch, formState } = form
  const { errors } = formState
  const formId = `adjust-points-${company.id}`
  const total = now?.totalPoints ?? company.totalPoints ?? 0
  const typed = watch('points')
  const tooMuch = typed < 0 && total + typed < 0

  const submit = useSubmit(form, (fields) =>
    adjustment.run(fields, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(error, setError, ['points', 'calories', 'reason']),
    }),
  )

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !adjustment.isPending && onClose()}
      title="Adjust points"
      description={<SubjectName>{company.name}</SubjectName>}
    >
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p role="status" className="tabular-nums">
            <span className="font-display text-3xl font-bold text-points">{amount(total)}</span>{' '}
            {Math.abs(total) === 1 ? 'point' : 'points'}
            {tooMuch && (
              <span className="text-destructive">
                {' '}
                {total > 0 ? `At most ${amount(total)} can be deducted.` : 'There is nothing to deduct.'}
              </span>
            )}
            {Number.isFinite(typed) && typed !== 0 && !tooMuch && (
              <span className="text-muted-foreground"> → {amount(total + typed)} after this</span>
            )}
          </p>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Points" hint="Use a minus sign to deduct." error={errors.points?.message}>
              <Input type="number" {...register('points', { valueAsNumber: true })} />
            </Field>
            <Field label="Calories" error={errors.calories?.message}>
              <Input type="number" {...register('calories', { valueAsNumber: true })} />
            </Field>
          </div>
          <Field label="Reason" hint="The company reads it in its history." error={errors.reason?.message}>
            <Input autoComplete="off" maxLength={limits.notes} {...register('reason')} />
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild asksFirst>
          <Button variant="outline" disabled={adjustment.isPending}>
            Close
          </Button>
        </DialogClose>
        <Button type="submit" form={formId} pending={adjustment.isPending} pendingLabel="Adjusting...">
          Adjust points
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
