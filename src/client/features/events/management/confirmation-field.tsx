import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '#client/ui/forms/field.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { type ConfirmationChoice, confirmationChoices } from '#contract/events/rules.ts'
import { confirmMinutes } from '#contract/registrations/confirmation.ts'
import type { EventFields } from './event-fields.ts'

const choices: Record<ConfirmationChoice, { label: string; hint: string }> = {
  off: {
    label: 'Never',
    hint: 'Every registration takes a place at once, also with an address that is made up.',
  },
  'nearly-full': {
    label: 'When it is nearly full',
    hint: `For the last places, and when many register from one network. A place is kept for ${confirmMinutes} minutes until the link in the email is pressed.`,
  },
  always: {
    label: 'Always',
    hint: `A place is kept for ${confirmMinutes} minutes until the link in the email is pressed.`,
  },
}

/** Chooses when a registration needs a confirmation by email. */
export function ConfirmationField() {
  const { register, control } = useFormContext<EventFields>()
  const chosen = useWatch({ control, name: 'confirmation' })
  return (
    <Field label="Confirm by email" hint={choices[chosen].hint} className="sm:col-span-2">
      <Select {...register('confirmation')}>
        {confirmationChoices.map((choice) => (
          <option key={choice} value={choice}>
            {choices[choice].label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
