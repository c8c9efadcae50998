import { zodResolver } from '@hookform/resolvers/zod'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { email } from '#contract/common.ts'
import type { PersonalData } from '#contract/privacy/endpoints.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { isEmpty, useExport } from './queries.ts'

const Form = z.object({ email })
type Form = z.infer<typeof Form>

/** Exports or erases a person's data by address, for requests under privacy law. */
export function PersonalDataCard() {
  const exporting = useExport()
  const [erasing, setErasing] = useState<string>()
  const form = useForm<Form>({
    resolver: zodResolver(Form),
    defaultValues: { email: '' },
  })
  const { register, handleSubmit, reset, formState } = form
  const save = useSubmit(form, ({ email: address }) => exporting.run(address, { onSuccess: saveFile }))
  const confirmErasing = handleSubmit(({ email: address }) => setErasing(address))

  return (
    <Card aria-label="Personal data">
      <CardHeader
        title="Personal data"
        description="A person or a company may ask what is held about them, or ask for it to be erased."
      />
      <CardBody>
        <form noValidate onSubmit={save} className="flex max-w-xl flex-col gap-4">
          <Field label="Email address" error={formState.errors.email?.message}>
            <Input type="email" inputMode="email" autoComplete="off" {...register('email')} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="outline" pending={exporting.isPending} pendingLabel="Exporting...">
              <Download aria-hidden="true" />
              Export data
            </Button>
            <Button type="button" variant="outline" onClick={(event) => void confirmErasing(event)}>
              <Eraser aria-hidden="true" />
              Erase data
            </Button>
          </div>
        </form>
        {erasing && <EraseDialog email={erasing} onClose={() => setErasing(undefined)} onErased={() => reset()} />}
      </CardBody>
    </Card>
  )
}

function saveFile(data: PersonalData) {
  if (isEmpty(data)) return
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `personal-data-${data.exportedAt.slice(0, 10)}.json`,
  })
  link.click()
  // Some browsers read the address only after this function returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
