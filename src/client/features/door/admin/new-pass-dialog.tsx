import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { momentOf } from '#client/platform/formats/dates.ts'
import { showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkQrCode } from '#client/ui/display/link-qr-code.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import type { DoorPass } from '#contract/door/endpoints.ts'
import { useNewDoorPass } from '../queries.ts'

type Made = DoorPass & { url: string }

export function NewPassDialog({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<Made>()
  const show = (next: boolean) => {
    setOpen(next)
    // Discard the secret when the dialog closes.
    setMade(undefined)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={show}
      size="sm"
      trigger={
        <Button>
          <Plus aria-hidden="true" />
          New link
        </Button>
      }
      title={made ? 'Link for volunteers' : 'New link for volunteers'}
      description={
        made
          ? 'Copy it or let it be scanned now: it is shown this once.'
          : 'Anyone with the link can scan for this event and look up names, and nothing else.'
      }
    >
      {made ? <MadeLink made={made} /> : <NewPassForm eventId={eventId} onMade={setMade} />}
    </Dialog>
  )
}

const spans = [
  { hours: 8, label: '8 hours' },
  { hours: 24, label: '24 hours' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
  { hours: 336, label: '14 days' },
]

function NewPassForm({ eventId, onMade }: { eventId: string; onMade: (made: Made) => void }) {
  const creation = useNewDoorPass(eventId)
  const form = useForm({ defaultValues: { label: '', hours: '24' } })
  const { register, setError, formState } = form
  const submit = useSubmit(form, ({ label, hours }) =>
    creation.run(
      { label, hours: Number(hours) },
      { onSuccess: onMade, onError: (error) => showFieldErrors(error, setError, ['label', 'hours']) },
    ),
  )
  return (
    <form noValidate onSubmit={submit} className="contents">
      <DialogBody className="flex flex-col gap-4">
        <Field
          label="Name"
          hint="For instance the gate or the person; it is in the log of every scan."
          error={formState.errors.label?.message}
        >
          <Input
            maxLength={40}
            autoComplete="off"
            {...register('label', {
              validate: (value) => value.trim() !== '' || 'Give the link a name, for instance the gate',
            })}
          />
        </Field>
        <Field label="Valid for">
          <Select {...register('hours')}>
            {spans.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={creation.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button type="submit" pending={creation.isPending} pendingLabel="Making...">
          Create the link
        </Button>
      </DialogFooter>
    </form>
  )
}

function MadeLink({ made: { url, label, expiresAt } }: { made: Made }) {
  return (
    <>
      <DialogBody className="flex flex-col items-center gap-4">
        <LinkQrCode text={url} label={`QR code of the link for ${label}`} />
        <p className="w-full rounded-md bg-sunken p-3 text-sm break-all select-all">{url}</p>
        <p className="self-start text-muted-foreground">
          <span className="font-semibold text-foreground">{label}</span>, works until {momentOf(expiresAt)}
        </p>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Done</Button>
        </DialogClose>
        <CopyButton variant="primary" text={url} label="Copy link" failure="Please select the link and copy it." />
      </DialogFooter>
    </>
  )
}
