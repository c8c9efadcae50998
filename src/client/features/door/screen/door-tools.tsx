import { DoorOpen, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import type { DoorState } from '../device/door-device.ts'
import type { useSignals } from '../scanning/signals.ts'
import { GateDialog, type useGate } from './gate-dialog.tsx'

type Props = {
  state: DoorState
  gates: ReturnType<typeof useGate>
  signals: ReturnType<typeof useSignals>
}

/** Settings of this device: gate, sound, theme. */
export function DoorTools({ state, gates, signals }: Props) {
  const [asking, setAsking] = useState(false)
  const { gate, choose } = gates
  const known = (state.counts?.gates ?? []).map((one) => one.gate).filter((name) => name !== '' && name !== gate)
  // Opens by itself the first time, once the event is loaded.
  const open = asking || (gate === null && state.info !== undefined)
  return (
    <>
      {/* Just over a third of the bar, which leaves room for the event's name. */}
      <Button
        variant="outline"
        title={gate || undefined}
        onClick={() => setAsking(true)}
        className="max-w-[37%] min-w-0 px-3 sm:max-w-48"
      >
        <DoorOpen aria-hidden="true" className="max-[359px]:hidden" />
        <span className="truncate">{gate || 'Gate'}</span>
      </Button>
      <Button variant="ghost" size="icon" aria-label={signals.muted ? 'Unmute' : 'Mute'} onClick={signals.toggle}>
        {signals.muted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </Button>
      <HelpButton keys={[]} />
      <ThemeToggle className="max-[359px]:hidden" />
      <GateDialog
        open={open}
        suggested={gate ?? state.info?.pass?.label ?? ''}
        known={known}
        onChoose={(name) => {
          choose(name)
          setAsking(false)
        }}
        onClose={() => {
          if (gate === null) choose('')
          setAsking(false)
        }}
      />
    </>
  )
}
