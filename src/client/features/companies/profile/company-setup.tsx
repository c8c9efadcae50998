import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { defaultBrandingColor, NewCompany } from '#contract/companies/endpoints.ts'
import { teamSizeFrom } from '#contract/companies/rules.ts'
import { useCreateCompany } from '../queries.ts'
import { SetupSteps } from './setup-steps.tsx'

const fields = ['name', 'contactPersonName', 'email', 'phone', 'teamSize'] as const

/** Replaces the dashboard until there is a company; prefilled from signup. */
export function CompanySetup({ user }: { user: CurrentUser }) {
  useScreenTitle('Company setup')
  const form = useForm({
    resolver: zodResolver(NewCompany),
    defaultValues: {
      name: user.draft?.companyName ?? '',
      contactPersonName: user.draft?.contactPersonName ?? '',
      email: user.email,
      phone: user.draft?.phone ?? '',
      teamSize: 1,
      logoUrl: '' as const,
      brandingColor: defaultBrandingColor,
    },
  })
  const { register, formState, setError, setValue } = form
  const { errors, isSubmitting } = formState
  const creation = useCreateCompany()
  const teamSize = register('teamSize', { setValueAs: teamSizeFrom })

  const submit = useSubmit(form, (body) =>
    creation.run(body, { onError: (error) => showFieldErrors(error, setError, [...fields]) }),
  )

  return (
    <div>
      <PageHeader
        title="Set Up Your Company Profile"
        description="Please complete your company profile to get started with the wellness platform."
      />
      <div className="mt-8 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
          <Field label="Company Name" required error={errors.name?.message}>
            <Input autoComplete="organization" {...register('name')} />
          </Field>
          <Field label="Contact Person Name" required error={errors.contactPersonName?.message}>
            <Input autoComplete="name" {...register('contactPersonName')} />
          </Field>
          <Field label="Company Email" required error={errors.email?.message}>
            <Input type="email" inputMode="email" autoComplete="email" spellCheck={false} {...register('email')} />
          </Field>
          <Field label="Phone Number" required error={errors.phone?.message}>
            <Input type="tel" inputMode="tel" autoComplete="tel" {...register('phone')} />
          </Field>
          <Field label="Team Size" required hint="Number of employees participating" error={errors.teamSize?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              {...teamSize}
              onBlur={(event) => {
                setValue('teamSize', teamSizeFrom(event.target.value))
                return teamSize.onBlur(event)
              }}
            />
          </Field>
          <div className="mt-2 sm:col-span-2">
            <Button type="submit" size="lg" className="max-sm:w-full" pending={isSubmitting} pendingLabel="Creating...">
              Create Company Profile
            </Button>
          </div>
        </form>
        <SetupSteps />
      </div>
    </div>
  )
}
