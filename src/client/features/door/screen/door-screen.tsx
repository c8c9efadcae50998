import { Keyboard, Search, SwitchCamera, Undo2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useWakeLock } from '#client/platform/wake-lock.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { codePrefix } from '#contract/door/codes.ts'
import type { DoorDevice, DoorResult, Given } from '../device/door-device.ts'
import { useDoorState } from '../device/use-device.ts'
import { CameraView } from '../scanning/camera-view.tsx'
import { useHandScanner } from '../scanning/hand-scanner.ts'
import type { useSignals } from '../scanning/signals.ts'
import { CheckInNotice } from './check-in-notice.tsx'
import { CodeEntry } from './code-entry.tsx'
import { ConnectionState } from './connection-state.tsx'
import { Corrections } from './corrections.tsx'
import { Counters } from './counters.tsx'
import { attendeeNameOf } from './labels.ts'
import { NameSearch } from './name-search.tsx'
import { ResultPanel } from './result-panel.tsx'
import { useCheckIn } from './use-check-in.ts'
import { useFocusReturn } from './use-focus-return.ts'

const ways = [
  { name: 'scan', label: 'Scan', icon: SwitchCamera },
  { name: 'code', label: 'Code', icon: Keyboard },
  { name: 'name', label: 'Name', icon: Search },
] as const
type Way = (typeof ways)[number]['name']

type Props = {
  device: DoorDevice
  /** Null until a gate is chosen: a scan without one would count nowhere. */
  gate: string | null
  signals: ReturnType<typeof useSignals>
  /** Administrators' controls while check-in is closed. */
  openingAction?: ReactNode
}

/** The door's screen for administrators and volunteers. */
export function DoorScreen({ device, gate, signals, openingAction }: Props) {
  const state = useDoorState(device)
  const [way, setWay] = useState<Way>('scan')
  const [handScans, setHandScans] = useState(0)
  const screen = useRef<HTMLDivElement>(null)
  const focus = useFocusReturn(screen)
  const checkIn = useCheckIn({ device, gate, signals, onStart: focus.remember })
  const { result, last, busy, check, undo } = checkIn
  useWakeLock()
  useHandScanner((text) => {
    // The burst also typed into the focused field; a new key resets it.
    setHandScans(handScans + 1)
    check(givenBy(text))
  })

  return (
    <div ref={screen} className="flex min-h-0 flex-1 flex-col lg:flex-row">
      <div className="relative flex min-h-0 flex-1 flex-col">
        {way === 'scan' && <CameraView onCode={(payload) => check({ payload })} />}
        {way === 'code' && <CodeEntry key={handScans} busy={busy} onCode={(text) => check(givenBy(text))} />}
        {way === 'name' && (
          <NameSearch
            key={handScans}
            device={device}
            unreachable={state.unreachable}
            busy={busy}
            lastCheckIn={last?.nonce}
            onPick={(attendee) => check({ registrationId: attendee.id, attendee })}
          />
        )}
        {busy && (
          <p
            role="status"
            className="absolute top-4 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-md bg-ink-950 px-4 py-2 font-bold text-sand-50"
          >
            <Spinner />
            Checking…
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-col gap-2 border-border pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] max-lg:border-t lg:w-96 lg:border-l">
        <CheckInNotice info={state.info} action={openingAction} />
        <Corrections scans={state.corrections} onSeen={(nonce) => void device.markSeen(nonce)} />
        {last && <LastCheckIn last={last} onUndo={() => void undo(last)} />}
        <Counters counts={state.counts} gate={gate ?? ''} />
        <ConnectionState state={state} />
        <WaySelect way={way} onSelect={setWay} />
      </div>
      {result && (
        <ResultPanel
          key={result.nonce}
          result={result}
          onDone={checkIn.closeResult}
          onFocusReturn={focus.giveBack}
          onUndo={result.result === 'ok' ? () => void undo(result) : undefined}
        />
      )}
    </div>
  )
}

function LastCheckIn({ last, onUndo }: { last: DoorResult; onUndo: () => void }) {
  return (
    <div className="flex items-center gap-3 px-4">
      <p className="min-w-0 flex-1 truncate">
        <span className="text-muted-foreground">Last: </span>
        <span className="font-bold">{attendeeNameOf(last)}</span>
      </p>
      <Button variant="outline" onClick={onUndo}>
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
    </div>
  )
}

function WaySelect({ way, onSelect }: { way: Way; onSelect: (way: Way) => void }) {
  return (
    <fieldset className="grid grid-cols-3 gap-2 px-4 lg:mt-auto">
      <legend className="sr-only">How to check in</legend>
      {ways.map(({ name, label, icon: Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={way === name}
          onClick={() => onSelect(name)}
          className={cn(
            'flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-md text-sm font-bold transition-colors',
            way === name ? 'bg-primary text-primary-foreground' : 'bg-accent text-foreground hover:bg-border',
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** A hand scanner reads both forms: the QR text and the short code. */
function givenBy(text: string): Given {
  return text.startsWith(`${codePrefix}.`) || text.length > 40 ? { payload: text } : { code: text }
}
