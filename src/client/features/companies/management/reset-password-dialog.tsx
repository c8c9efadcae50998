import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { PasswordGenerator } from '#client/ui/forms/password-generator.tsx'
import { PasswordInput } from '#client/ui/forms/password-input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { password } from '#contract/common.ts'
import { useCompanyPasswordReset } from '../queries.ts'
import type { CompanyDialogProps } from './company-actions.ts'

const NewPassword = z
  .object({ password: password('Password must be at least 8 characters long'), confirmPassword: z.string() })
  .refine((value) => value.password === value.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Please ensure both passwords match',
  })
type NewPassword = z.infer<typeof NewPassword>

export function ResetPasswordDialog({ company, open, opener, onClose }: CompanyDialogProps) {
  const reset = useCompanyPasswordReset()
  const form = useForm<NewPassword>({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { register, setError, setValue, clearErrors, watch } = form
  const { errors } = form.formState
  const formId = `reset-password-${company.id}`

  function fill(generated: string) {
    setValue('password', generated)
    setValue('confirmPassword', generated)
    clearErrors()
  }

  const submit = useSubmit(
    form,
    (typed) =>
      reset.run(
        { company, password: typed.password },
        { onSuccess: onClose, onError: (error) => showFieldErrors(error, setError, ['password']) },
      ),
    explain,
  )

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !reset.isPending && onClose()}
      size="sm"
      title="Reset Password"
      description={
        <>
          For <SubjectName>{company.name}</SubjectName>: this signs the company out everywhere.
        </>
      }
    >
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {/* Tells password managers that the password belongs to this account and not to the administrator's. */}
          <input type="text" autoComplete="username" value={company.loginEmail ?? company.email} readOnly hidden />
          <p className="text-muted-foreground">
            Signs in as{' '}
            <span className="font-semibold wrap-anywhere text-foreground">{company.loginEmail ?? company.email}</span>.
            {company.disabled && ' This account is disabled. Enable it before the new password can be used.'}
          </p>
          <Field label="New Password" hint="At least 8 characters" error={errors.password?.message}>
            <PasswordInput autoComplete="new-password" {...register('password')} />
          </Field>
          <Field label="Confirm Password" error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </Field>
          <PasswordGenerator value={watch('password')} onGenerate={fill} />
        </form>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={reset.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button type="submit" form={formId} pending={reset.isPending} pendingLabel="Resetting...">
          Reset Password
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The field has the error too; the specification names the toast. */
function explain(errors: FieldErrors<NewPassword>) {
  const [title, error] = errors.password
    ? ['Invalid Password', errors.password]
    : ["Passwords Don't Match", errors.confirmPassword]
  toast({ variant: 'destructive', title, description: error?.message })
}
