import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal, useSubmit } from '#client/platform/forms.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { FirstAdministrator } from '#contract/auth/endpoints.ts'
import { FormAlert, FormHeading } from './form-parts.tsx'
import { PasswordPair } from './password-pair.tsx'
import { useFirstAdministrator } from './queries.ts'

const fields = ['firstName', 'lastName', 'email', 'password', 'confirmPassword'] as const

type Props = { token: string; onDone: (email: string) => void; onBack: () => void }

/** Opened by the link that the server prints at its first start. */
export function FirstAdministratorForm({ token, onDone, onBack }: Props) {
  useScreenTitle('First administrator')
  const form = useForm({
    resolver: zodResolver(FirstAdministrator),
    defaultValues: { token, firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
  })
  const { register, formState, setError } = form
  const { errors, isSubmitting } = formState
  const setup = useFirstAdministrator()
  const [linkDead, setLinkDead] = useState<string>()

  const submit = useSubmit(form, async (body) => {
    try {
      const { message } = await setup.mutateAsync(body)
      onDone(body.email)
      toast({ title: 'Administrator Created', description: message })
    } catch (error) {
      const dead = error instanceof ApiProblem && (error.code === 'link-used' || error.code === 'already-set-up')
      if (dead) return setLinkDead(error.sentence)
      const otherwise = 'Failed to create administrator'
      showRefusal(error, { title: 'Error', otherwise, setError, fields: [...fields] })
    }
  })

  return (
    <>
      <FormHeading title="Create the first administrator">
        You will manage tasks, proofs, companies and events, and can invite others.
      </FormHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" required error={errors.firstName?.message}>
            <Input autoComplete="given-name" {...register('firstName')} />
          </Field>
          <Field label="Last name" required error={errors.lastName?.message}>
            <Input autoComplete="family-name" {...register('lastName')} />
          </Field>
        </div>
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
        <PasswordPair
          label="Password"
          password={register('password')}
          confirmPassword={register('confirmPassword')}
          errors={errors}
        />
        {(linkDead || errors.token) && <FormAlert>{linkDead ?? errors.token?.message}</FormAlert>}
        {errors.root && <FormAlert>{errors.root.message}</FormAlert>}
        <Button type="submit" size="lg" pending={isSubmitting} pendingLabel="Creating...">
          Create administrator
        </Button>
        <Button variant="ghost" className="-ml-4 self-start" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          Back to sign in
        </Button>
      </form>
    </>
  )
}
