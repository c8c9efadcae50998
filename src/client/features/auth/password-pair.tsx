import type { ComponentProps } from 'react'
import { Field } from '#client/ui/forms/field.tsx'
import { PasswordInput } from '#client/ui/forms/password-input.tsx'

type Control = ComponentProps<typeof PasswordInput>
type Props = {
  label: string
  password: Control
  confirmPassword: Control
  errors: { password?: { message?: string }; confirmPassword?: { message?: string } }
}

/** A new password and its repetition. */
export function PasswordPair({ label, password, confirmPassword, errors }: Props) {
  return (
    <>
      <Field label={label} required hint="At least 8 characters" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...password} />
      </Field>
      <Field label={`Confirm ${label.toLowerCase()}`} required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...confirmPassword} />
      </Field>
    </>
  )
}
