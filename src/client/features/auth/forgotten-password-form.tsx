import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft, MailCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal, useSubmit } from '#client/platform/forms.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { ForgotPassword } from '#contract/auth/endpoints.ts'
import { carriedEmail, carryEmail } from './carried-email.ts'
import { FormAlert, FormHeading } from './form-parts.tsx'
import { useForgotPassword } from './queries.ts'

export function ForgottenPasswordForm({ onBack }: { onBack: () => void }) {
  useScreenTitle('Forgotten password')
  const form = useForm({ resolver: zodResolver(ForgotPassword), defaultValues: { email: carriedEmail() } })
  const { register, formState, setError, setFocus, getValues } = form
  const asking = useForgotPassword()

  useEffect(() => setFocus('email'), [setFocus])

  const submit = useSubmit(form, async (body) => {
    try {
      await asking.mutateAsync(body)
    } catch (error) {
      const otherwise = 'The link could not be sent. Please try again.'
      showRefusal(error, { title: 'Link not sent', otherwise, setError, fields: ['email'] })
    }
  })
  const back = () => {
    carryEmail(getValues('email'))
    onBack()
  }

  return (
    <>
      <FormHeading title="Forgot password?">We send a link to your address. It works once, for one hour.</FormHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Email" required error={formState.errors.email?.message}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email')}
          />
        </Field>
        {formState.errors.root && <FormAlert>{formState.errors.root.message}</FormAlert>}
        <Button type="submit" size="lg" pending={formState.isSubmitting} pendingLabel="Sending...">
          {asking.data ? 'Send it again' : 'Send the link'}
        </Button>
        <div role="status">
          {asking.data && (
            <p className="flex items-start gap-2.5 rounded-md bg-success-soft px-3.5 py-3 font-medium text-success">
              <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {asking.data.message} Look in the spam folder too.
            </p>
          )}
        </div>
        <Button variant="ghost" className="-ml-4 self-start" onClick={back}>
          <ArrowLeft aria-hidden="true" />
          Back to sign in
        </Button>
      </form>
    </>
  )
}
