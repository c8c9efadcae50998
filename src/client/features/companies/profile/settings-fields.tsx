import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { ColorInput } from '#client/platform/color-input.tsx'
import { useUser } from '#client/platform/session/session.ts'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import type { Company } from '#contract/companies/endpoints.ts'
import { teamSizeFrom } from '#contract/companies/rules.ts'
import type { TeamSizeChange } from '#contract/companies/team-size-changes.ts'
import { NextTeamSize } from './next-team-size.tsx'
import { Emblem } from './settings-emblem.tsx'
import type { Profile } from './settings-profile.ts'
import { TeamSizeHistory } from './team-size-history.tsx'

type Props = { company: Company; change: TeamSizeChange | undefined; editing: boolean }

export function SettingsFields({ company, change, editing }: Props) {
  const user = useUser()
  const { register, formState, control, setValue } = useFormContext<Profile>()
  const { errors } = formState
  const readOnly = !editing
  const teamSize = register('teamSize', { setValueAs: teamSizeFrom })
  return (
    <div className="mt-8 flex flex-col gap-8">
      <Group title="Company" text="Your name and colour on the leaderboard.">
        <Emblem company={company} editing={editing} />
        <Field label="Company Name" required error={errors.name?.message}>
          <Input autoComplete="organization" readOnly={readOnly} {...register('name')} />
        </Field>
        <Field label="Branding Colour" error={errors.brandingColor?.message} className="sm:col-span-2">
          <Controller
            control={control}
            name="brandingColor"
            render={({ field: { ref: _, ...field } }) => <ColorInput readOnly={readOnly} {...field} />}
          />
        </Field>
      </Group>
      <Group title="Contact" text="Seen by the organisers only.">
        <Field label="Contact Person" required error={errors.contactPersonName?.message}>
          <Input autoComplete="name" readOnly={readOnly} {...register('contactPersonName')} />
        </Field>
        <Field label="Phone" required error={errors.phone?.message}>
          <Input type="tel" inputMode="tel" autoComplete="tel" readOnly={readOnly} {...register('phone')} />
        </Field>
        <Field
          label="Email"
          required
          error={errors.email?.message}
          hint={
            <>
              We write to this address. You sign in with{' '}
              <span className="font-semibold wrap-anywhere text-foreground">
                <EmailText>{user.email}</EmailText>
              </span>
              , also after a change here.
            </>
          }
          className="sm:col-span-2"
        >
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            readOnly={readOnly}
            {...register('email')}
          />
        </Field>
      </Group>
      <Group title="Challenge" text="Points your team aims for each day. When you reach it, the next goal starts.">
        <div className="flex flex-col gap-2">
          <Field label="Team Size" required hint="Number of employees participating" error={errors.teamSize?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              readOnly={readOnly}
              {...teamSize}
              onBlur={(event) => {
                setValue('teamSize', teamSizeFrom(event.target.value), { shouldDirty: true })
                return teamSize.onBlur(event)
              }}
            />
          </Field>
          {change && <NextTeamSize change={change} />}
        </div>
        <Field label="Daily Goal" required hint="Points per day" error={errors.dailyGoal?.message}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            readOnly={readOnly}
            {...register('dailyGoal', { valueAsNumber: true })}
          />
        </Field>
        <TeamSizeHistory companyId={company.id} />
      </Group>
    </div>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-5 border-t border-border pt-6 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-muted-foreground">{text}</p>
      </div>
      <div className="grid content-start gap-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}
