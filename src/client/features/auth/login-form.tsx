import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { showRefusal, useSubmit } from '#client/platform/forms.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { usePostLoginPath } from '#client/platform/navigation/post-login-path.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { PasswordInput } from '#client/ui/forms/password-input.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { Login } from '#contract/auth/endpoints.ts'
import { carriedEmail, carryEmail } from './carried-email.ts'
import { FormAlert, FormHeading } from './form-parts.tsx'
import { showReminderAgain } from './own-password-reminder.tsx'
import { useLogin, useSignedIn } from './queries.ts'

export function LoginForm({ onForgotten }: { onForgotten: () => void }) {
  const form = useForm({ resolver: zodResolver(Login), defaultValues: { email: carriedEmail(), password: '' } })
  const { register, formState, setError, setFocus, getValues } = form
  const { errors, isSubmitting } = formState
  const login = useLogin()
  const signedIn = useSignedIn()
  const arrivalPath = usePostLoginPath()
  const [, navigate] = useLocation()

  useEffect(() => {
    // No autofocus on a phone: the keyboard would cover half the page.
    if (matchMedia('(pointer: fine)').matches) setFocus(carriedEmail() ? 'password' : 'email')
  }, [setFocus])

  const submit = useSubmit(form, async (body) => {
    try {
      const user = await login.mutateAsync(body)
      carryEmail('')
      showReminderAgain()
      signedIn(user)
      navigate(arrivalPath(user), { replace: true })
      toast({ title: 'Welcome back!', description: 'You have successfully logged in.' })
    } catch (error) {
      const dropped = error instanceof ApiProblem && error.code === 'not-signed-in'
      if (dropped) {
        toast({ variant: 'destructive', title: 'Login failed', description: cookiesOff })
        return setError('root', { message: cookiesOff })
      }
      showRefusal(error, { title: 'Login failed', otherwise: 'Invalid email or password', setError, fields: ['email'] })
      setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <>
      <FormHeading title="Sign In">Sign in to your account</FormHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
        <Field label="Password" required error={errors.password?.message}>
          <PasswordInput placeholder="Enter your password" autoComplete="current-password" {...register('password')} />
        </Field>
        {errors.root && <FormAlert>{errors.root.message}</FormAlert>}
        <Button type="submit" size="lg" pending={isSubmitting} pendingLabel="Logging in...">
          Log In
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p>
            New here?{' '}
            <Link href={paths.signup} className={inlineLink}>
              Sign up
            </Link>
          </p>
          <button
            type="button"
            className={inlineLink}
            onClick={() => {
              carryEmail(getValues('email'))
              onForgotten()
            }}
          >
            Forgot password?
          </button>
        </div>
      </form>
    </>
  )
}

const inlineLink =
  'inline-flex min-h-11 items-center rounded-sm font-semibold text-link underline decoration-1 underline-offset-4 hover:decoration-2'

const cookiesOff = 'Your browser did not keep the sign-in. Please allow cookies for this site and try again.'
