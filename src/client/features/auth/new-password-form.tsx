import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal, useSubmit } from '#client/platform/forms.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { NewPassword } from '#contract/auth/endpoints.ts'
import { FormAlert, FormHeading } from './form-parts.tsx'
import { PasswordPair } from './password-pair.tsx'
import { useNewPassword } from './queries.ts'

type Props = { token: string; onDone: () => void; onAskAgain: () => void }

/** Opened by the link in the email. */
export function NewPasswordForm({ token, onDone, onAskAgain }: Props) {
  useScreenTitle('New password')
  const form = useForm({
    resolver: zodResolver(NewPassword),
    defaultValues: { token, password: '', confirmPassword: '' },
  })
  const { register, formState, setError } = form
  const { errors, isSubmitting } = formState
  const choosing = useNewPassword()
  const [linkDead, setLinkDead] = useState<string>()

  const submit = useSubmit(form, async (body) => {
    try {
      const { message } = await choosing.mutateAsync(body)
      onDone()
      toast({ title: 'Password changed', description: message })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'link-used') return setLinkDead(error.sentence)
      const otherwise = 'The new password could not be set. Please try again.'
      showRefusal(error, { title: 'Password not changed', otherwise, setError, fields: ['password'] })
    }
  })

  return (
    <>
      <FormHeading title="Choose a new password">You sign in with it right afterwards.</FormHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PasswordPair
          label="New password"
          password={register('password')}
          confirmPassword={register('confirmPassword')}
          errors={errors}
        />
        {(linkDead || errors.token) && (
          <FormAlert>
            <p>{linkDead ?? errors.token?.message}</p>
            <Button variant="link" onClick={onAskAgain}>
              Send me a new link
            </Button>
          </FormAlert>
        )}
        {errors.root && <FormAlert>{errors.root.message}</FormAlert>}
        <Button type="submit" size="lg" pending={isSubmitting} pendingLabel="Saving...">
          Set new password
        </Button>
        <Button variant="ghost" className="-ml-4 self-start" onClick={onDone}>
          <ArrowLeft aria-hidden="true" />
          Back to sign in
        </Button>
      </form>
    </>
  )
}
