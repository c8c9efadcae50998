import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { FullScreen } from '#client/ui/overlays/full-screen.tsx'
import { OpeningButton } from './admin/opening-button.tsx'
import { useDevice, useDoorState } from './device/use-device.ts'
import { doorInfo } from './queries.ts'
import { useSignals } from './scanning/signals.ts'
import { DoorClosed } from './screen/door-closed.tsx'
import { DoorScreen } from './screen/door-screen.tsx'
import { DoorTools } from './screen/door-tools.tsx'
import { useGate } from './screen/gate-dialog.tsx'
import { screenTitleOf } from './screen/labels.ts'

type Props = {
  eventId: string
  shortCode: string
  onClose: () => void
}

/** Full-screen door for an administrator. */
export function DoorMode({ eventId, shortCode, onClose }: Props) {
  const device = useDevice(shortCode)
  const state = useDoorState(device)
  const gates = useGate()
  const signals = useSignals()
  const now = new Date(useNow())
  useScreenTitle(screenTitleOf(state.info?.event.title))
  // Follows the live stream, so check-ins at other gates and manual openings appear at once.
  const { data: info, dataUpdatedAt } = useQuery(doorInfo(eventId))
  useEffect(() => {
    if (info) void device.noteInfo(info, dataUpdatedAt)
  }, [device, info, dataUpdatedAt])

  return (
    <FullScreen
      title="Check-in"
      closeLabel="Leave check-in mode"
      onClose={onClose}
      header={
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <p className="min-w-0 flex-1 truncate font-display font-bold">{state.info?.event.title}</p>
          <DoorTools state={state} gates={gates} signals={signals} />
        </div>
      }
    >
      {state.closed ? (
        <DoorClosed sentence={state.closed} waiting={state.waiting.length} />
      ) : (
        <DoorScreen
          device={device}
          gate={gates.gate}
          signals={signals}
          openingAction={
            state.info?.checkIn && <OpeningButton eventId={eventId} checkIn={state.info.checkIn} now={now} />
          }
        />
      )}
    </FullScreen>
  )
}
