import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { PasswordGenerator } from '#client/ui/forms/password-generator.tsx'
import { PasswordInput } from '#client/ui/forms/password-input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { NewAdministratorForm } from '#contract/administrators/endpoints.ts'
import { useNewAdministrator } from './queries.ts'

export function CreateAdministratorDialog() {
  const [open, setOpen] = useState(false)
  const creation = useNewAdministrator()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !creation.isPending && setOpen(next)}
      trigger={
        <Button>
          <UserPlus aria-hidden="true" />
          Create Administrator
        </Button>
      }
      title="Create Administrator"
      description="An administrator can do everything you can. A welcome email with a one-time link is sent."
    >
      <CreateAdministratorForm creation={creation} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

type Creation = ReturnType<typeof useNewAdministrator>

/** Mounted with the dialog, so that Cancel discards its text, above all the password. */
function CreateAdministratorForm({ creation, onDone }: { creation: Creation; onDone: () => void }) {
  const form = useForm<NewAdministratorForm>({
    resolver: zodResolver(NewAdministratorForm),
    defaultValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
  })
  const { register, setError, setValue, clearErrors, watch } = form
  const { errors } = form.formState

  function fill(generated: string) {
    setValue('password', generated)
    setValue('confirmPassword', generated)
    clearErrors(['password', 'confirmPassword'])
  }

  const submit = useSubmit(form, ({ confirmPassword: _, ...person }) =>
    creation.run(person, {
      onSuccess: onDone,
      onError: (error) => showFieldErrors(error, setError, ['email', 'firstName', 'lastName', 'password']),
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="contents">
      <DialogBody className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First Name" error={errors.firstName?.message}>
            <Input autoComplete="off" {...register('firstName')} />
          </Field>
          <Field label="Last Name" error={errors.lastName?.message}>
            <Input autoComplete="off" {...register('lastName')} />
          </Field>
        </div>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" inputMode="email" autoComplete="off" {...register('email')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Temporary Password" error={errors.password?.message}>
            <PasswordInput autoComplete="new-password" {...register('password')} />
          </Field>
          <Field label="Confirm Password" error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </Field>
        </div>
        <PasswordGenerator value={watch('password')} onGenerate={fill} />
        <p className="text-sm text-muted-foreground">
          Valid for 7 days. We never email it: tell the person yourself, or let them use the link in the welcome email.
        </p>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={creation.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button type="submit" pending={creation.isPending} pendingLabel="Creating...">
          Create Administrator
        </Button>
      </DialogFooter>
    </form>
  )
}
