import { useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { keepSetting, readSetting } from '../scanning/signals.ts'

const setting = 'door-gate'

/** The gate of this device, stored on it. Null until it is chosen. */
export function useGate() {
  const [gate, setGate] = useState(() => readSetting(setting))
  return {
    gate,
    choose: (name: string) => {
      keepSetting(setting, name)
      setGate(name)
    },
  }
}

type Props = {
  open: boolean
  suggested: string
  known: string[]
  onChoose: (gate: string) => void
  onClose: () => void
}

export function GateDialog({ open, suggested, known, onChoose, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title="Which gate is this?"
      description="Shown when a code is scanned twice. Each gate is counted separately. Remembered on this device."
    >
      <GateForm suggested={suggested} known={known} onChoose={onChoose} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that Cancel discards its text. */
function GateForm({ suggested, known, onChoose }: Pick<Props, 'suggested' | 'known' | 'onChoose'>) {
  const [name, setName] = useState(suggested)
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(name.trim())
      }}
    >
      <DialogBody className="flex flex-col gap-4">
        <Field label="Name of the gate" optional>
          <Input value={name} maxLength={40} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        {known.length > 0 && (
          <ul aria-label="Gates of this event" className="flex flex-wrap gap-2">
            {known.map((other) => (
              <li key={other}>
                <Button variant="outline" onClick={() => onChoose(other)}>
                  {other}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        <Button type="submit" size="lg">
          {name.trim() ? 'Use this name' : 'Skip'}
        </Button>
      </DialogFooter>
    </form>
  )
}
