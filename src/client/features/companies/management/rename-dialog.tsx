import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { NewCompany } from '#contract/companies/endpoints.ts'
import { useCompanyRename } from '../queries.ts'
import type { CompanyDialogProps } from './company-actions.ts'

const Form = z.object({ name: NewCompany.shape.name })
type Form = z.infer<typeof Form>

/** May also assign a reserved name, which companies cannot choose. */
export function RenameDialog({ company, open, opener, onClose }: CompanyDialogProps) {
  const renaming = useCompanyRename(company)
  const form = useForm<Form>({ resolver: zodResolver(Form), defaultValues: { name: company.name } })
  const { register, setError, formState } = form
  const formId = `rename-${company.id}`
  const submit = useSubmit(form, async ({ name }) => {
    await renaming.run(name, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(error, setError, ['name']),
    })
  })

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !renaming.isPending && onClose()}
      size="sm"
      title="Rename"
      description={<SubjectName>{company.name}</SubjectName>}
    >
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit}>
          <Field
            label="Company Name"
            hint="You may also give a name that is reserved for the organisers."
            error={formState.errors.name?.message}
          >
            <Input autoComplete="off" {...register('name')} />
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={renaming.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button type="submit" form={formId} pending={renaming.isPending} pendingLabel="Renaming...">
          Rename company
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
