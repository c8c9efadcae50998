import { CalendarRange } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import type { Period } from '#contract/analytics/period.ts'
import { findPeriodFault, type PeriodChoice, type Preset } from '../period-choice.ts'

const labels: Record<Preset, string> = { today: 'Today', week: 'This week', challenge: 'Whole challenge' }

interface PeriodPickerProps {
  choice: PeriodChoice
  /** The current period, with which a custom range begins. */
  displayed: Period
  onChoose: (choice: PeriodChoice) => void
}

export function PeriodPicker({ choice, displayed, onChoose }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const hasRange = choice.preset === undefined
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Period</legend>
        {Object.entries(labels).map(([preset, label]) => (
          <button
            key={preset}
            type="button"
            aria-pressed={choice.preset === preset}
            onClick={() => {
              setOpen(false)
              onChoose({ preset: preset as Preset })
            }}
            className={cn(option, choice.preset === preset ? pressed : unpressed)}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={hasRange}
          aria-expanded={isOpen || hasRange}
          onClick={() => setOpen(!isOpen)}
          className={cn(option, hasRange ? pressed : unpressed)}
        >
          <CalendarRange aria-hidden="true" className="size-4" />
          Own range
        </button>
      </fieldset>
      {(isOpen || hasRange) && <RangeForm displayed={displayed} onChoose={(range) => onChoose({ range })} />}
    </div>
  )
}

const option =
  'inline-flex min-h-10 items-center gap-2 rounded-md border px-3.5 font-semibold transition-colors pointer-coarse:min-h-11'
const pressed = 'border-foreground bg-foreground text-background'
const unpressed = 'border-control hover:bg-accent'

function RangeForm({ displayed, onChoose }: { displayed: Period; onChoose: (range: Period) => void }) {
  const [range, setRange] = useState(displayed)
  const [before, setBefore] = useState(displayed)
  const [fault, setFault] = useState<string>()
  // Reset the inputs when the period changes elsewhere, for instance by the back button.
  if (displayed.from !== before.from || displayed.to !== before.to) {
    setBefore(displayed)
    setRange(displayed)
    setFault(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = findPeriodFault(range)
    setFault(found)
    if (!found) onChoose(range)
  }
  function change(changes: Partial<Period>) {
    setRange({ ...range, ...changes })
    setFault(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field label="First day" className="w-44">
        <Input type="date" value={range.from} onChange={({ target }) => change({ from: target.value })} />
      </Field>
      <Field label="Last day" error={fault} className="w-44">
        <Input type="date" value={range.to} onChange={({ target }) => change({ to: target.value })} />
      </Field>
      <Button type="submit" variant="outline" className="mt-6.5">
        Show range
      </Button>
    </form>
  )
}
