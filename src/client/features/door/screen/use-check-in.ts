import { useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { DoorDevice, DoorResult, Given } from '../device/door-device.ts'
import type { useSignals } from '../scanning/signals.ts'
import { attendeeNameOf, labelsOf } from './labels.ts'

interface Options {
  device: DoorDevice
  /** Null until a gate is chosen: a scan without one would count nowhere. */
  gate: string | null
  signals: ReturnType<typeof useSignals>
  /** Runs before the result opens. */
  onStart: () => void
}

/** Runs check-ins one at a time, and undoes the last one. */
export function useCheckIn({ device, gate, signals, onStart }: Options) {
  const [result, setResult] = useState<DoorResult>()
  const [last, setLast] = useState<DoorResult>()
  const [busy, setBusy] = useState(false)
  // A ref beside the state: the camera can report two codes before the next render.
  const isChecking = useRef(false)

  /** Returns false while the last result must be read first. */
  function check(given: Given): boolean {
    if (gate === null || isChecking.current || (result && result.result !== 'ok')) return false
    isChecking.current = true
    onStart()
    setBusy(true)
    void device
      .scan(given, gate)
      .then((answer) => {
        if (!answer) return
        signals.give(labelsOf(answer.result).tone)
        setResult(answer)
        if (answer.result === 'ok') setLast(answer)
      })
      .finally(() => {
        isChecking.current = false
        setBusy(false)
      })
    return true
  }

  async function undo(entry: DoorResult) {
    setResult(undefined)
    try {
      await device.undo(entry)
      setLast(undefined)
      toast({ title: 'Check-in undone', description: `${attendeeNameOf(entry)} is not inside.` })
    } catch (error) {
      const description = sentenceOf(error, 'Please try again.')
      toast({ variant: 'destructive', title: 'Not undone', description })
    }
  }

  return { result, last, busy, check, undo, closeResult: () => setResult(undefined) }
}
