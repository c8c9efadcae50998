import { useEffect } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { useDevice, useDoorState } from './device/use-device.ts'
import { keepForOffline } from './offline-page.ts'
import { useSignals } from './scanning/signals.ts'
import { DoorClosed } from './screen/door-closed.tsx'
import { DoorScreen } from './screen/door-screen.tsx'
import { DoorTools } from './screen/door-tools.tsx'
import { useGate } from './screen/gate-dialog.tsx'
import { screenTitleOf } from './screen/labels.ts'

type Props = {
  shortCode: string
  /** Secret of the link. It stays in the address for reloads and the home screen icon. */
  pass: string
}

/** The door of a volunteers' link. */
export function VolunteerDoor({ shortCode, pass }: Props) {
  const device = useDevice(shortCode, pass)
  const state = useDoorState(device)
  const gates = useGate()
  const signals = useSignals()
  const { info, closed, ready, unreachable } = state
  const title = info?.event.title
  useEffect(() => void keepForOffline(shortCode), [shortCode])
  useScreenTitle(screenTitleOf(title))

  return (
    <div className="flex h-dvh min-h-96 flex-col overflow-hidden">
      <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-border px-4">
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-sm leading-tight sm:text-lg">{title ?? 'Check-in'}</h1>
          {info?.pass && !closed && (
            <p className="line-clamp-2 text-xs text-muted-foreground sm:text-sm">
              {/* On a phone there is room for one name, and the gate is often called like the link. */}
              <span className="max-sm:sr-only">{info.pass.label}, </span>
              until {momentOf(info.pass.expiresAt)}
            </p>
          )}
        </div>
        <DoorTools state={state} gates={gates} signals={signals} />
      </header>
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {closed ? (
          <DoorClosed sentence={closed} waiting={state.waiting.length} />
        ) : info ? (
          <DoorScreen device={device} gate={gates.gate} signals={signals} />
        ) : ready && unreachable ? (
          <ErrorState
            className="my-auto"
            description="Open this page once with a network. After that it works without one."
            onRetry={() => void device.refresh()}
          />
        ) : (
          <p role="status" className="m-auto flex items-center gap-3 text-lg">
            <Spinner className="size-6" />
            Opening check-in…
          </p>
        )}
      </main>
    </div>
  )
}
