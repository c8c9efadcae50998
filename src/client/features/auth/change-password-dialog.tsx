import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { PasswordInput } from '#client/ui/forms/password-input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { ChangePassword } from '#contract/auth/endpoints.ts'
import { PasswordPair } from './password-pair.tsx'
import { useChangePassword } from './queries.ts'

interface ChangePasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  email: string
  /** Takes the focus back; the page takes it if undefined. */
  openedBy?: RefObject<HTMLElement | null>
  title?: string
  description?: string
  currentLabel?: string
  laterLabel?: string
}

export function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const { open, onOpenChange, title = 'Change password' } = props
  const description = props.description ?? 'You stay signed in here; every other device is signed out.'
  const nobody = useRef(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={<FocusReturn to={props.openedBy ?? nobody} />}
      size="sm"
      title={title}
      description={description}
    >
      <ChangePasswordForm {...props} />
    </Dialog>
  )
}

function ChangePasswordForm(props: ChangePasswordDialogProps) {
  const { onOpenChange, email, currentLabel = 'Current password', laterLabel = 'Cancel' } = props
  const form = useForm({
    resolver: zodResolver(ChangePassword),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const { register, formState, setError } = form
  const { errors, isSubmitting } = formState
  const changing = useChangePassword()
  const formId = useId()

  const submit = useSubmit(form, (body) =>
    changing.run(body, {
      onSuccess: () => onOpenChange(false),
      onError: (error) => showFieldErrors(error, setError, ['currentPassword', 'password']),
    }),
  )

  return (
    <>
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field label={currentLabel} required error={errors.currentPassword?.message}>
            <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
          </Field>
          <PasswordPair
            label="New password"
            password={register('password')}
            confirmPassword={register('confirmPassword')}
            errors={errors}
          />
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          {laterLabel}
        </Button>
        <Button type="submit" form={formId} pending={isSubmitting} pendingLabel="Saving...">
          Change password
        </Button>
      </DialogFooter>
    </>
  )
}
