import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { showFormErrors, useSubmit } from '#client/platform/forms.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { PasswordInput } from '#client/ui/forms/password-input.tsx'
import { Signup } from '#contract/auth/endpoints.ts'
import { carryEmail } from './carried-email.ts'
import { FormAlert, FormHeading } from './form-parts.tsx'
import { signupFailure, useSignup } from './queries.ts'

const empty: Signup = {
  companyName: '',
  contactPersonName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
}
const fields = Object.keys(empty) as (keyof Signup)[]

export function SignupPage() {
  const form = useForm({ resolver: zodResolver(Signup), defaultValues: empty })
  const { register, formState, setError } = form
  const { errors, isSubmitting } = formState
  const signup = useSignup()
  const [, navigate] = useLocation()

  const submit = useSubmit(form, (body) =>
    signup.run(body, {
      onSuccess: () => {
        carryEmail(body.email)
        navigate(paths.login)
      },
      onError: (error) => showFormErrors(error, { otherwise: signupFailure, setError, fields }),
    }),
  )

  return (
    <>
      <FormHeading title="Create Company Account">Sign up to join the corporate wellness platform</FormHeading>
      <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
        <Field label="Company Name" required error={errors.companyName?.message}>
          <Input autoComplete="organization" {...register('companyName')} />
        </Field>
        <Field label="Contact Person" required error={errors.contactPersonName?.message}>
          <Input autoComplete="name" {...register('contactPersonName')} />
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email')}
          />
        </Field>
        <Field label="Phone Number" required error={errors.phone?.message}>
          <Input type="tel" inputMode="tel" autoComplete="tel" {...register('phone')} />
        </Field>
        <Field label="Password" required hint="At least 8 characters" error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label="Confirm Password" required error={errors.confirmPassword?.message}>
          <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        {errors.root && (
          <div className="sm:col-span-2">
            <FormAlert>{errors.root.message}</FormAlert>
          </div>
        )}
        <Button
          type="submit"
          size="lg"
          className="sm:col-span-2"
          pending={isSubmitting}
          pendingLabel="Creating Account..."
        >
          Create Account
        </Button>
      </form>
      <Link href={paths.login} className="mt-3 inline-flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-sm">
        Already have an account?{' '}
        <span className="font-semibold text-link underline decoration-1 underline-offset-4">Log in</span>
      </Link>
    </>
  )
}
