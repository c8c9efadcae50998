import { useEffect, useState, useSyncExternalStore } from 'react'
import { createDoorApi } from './door-api.ts'
import { DoorDevice } from './door-device.ts'
import * as storage from './door-store.ts'

/** Poll intervals. A volunteer has no live stream and must see a revoked link within two seconds. */
const often = { unreachable: 5_000, here: 15_000, withPass: 1_500, list: 60_000 }

/** The door of this device; polls while the page is visible. */
export function useDevice(shortCode: string, pass?: string): DoorDevice {
  const [device] = useState(() => new DoorDevice(shortCode, createDoorApi(shortCode, pass), storage))
  useEffect(() => {
    let timer: number | undefined
    let listAt = Date.now()
    let ended = false
    let turning = false
    const next = () => {
      if (ended) return
      timer = window.setTimeout(
        () => void turn(),
        device.state().unreachable ? often.unreachable : pass === undefined ? often.here : often.withPass,
      )
    }
    async function turn(atOnce = false) {
      if (turning) return
      turning = true
      window.clearTimeout(timer)
      // A hidden tab does not poll, unless it has unsent scans.
      if (document.visibilityState === 'visible' || device.state().waiting.length > 0) {
        const withList = atOnce || Date.now() - listAt > often.list
        if (withList) listAt = Date.now()
        await device.refresh({ withList })
      }
      turning = false
      next()
    }
    const now = () => void turn(true)
    const checkVisibility = () => document.visibilityState === 'visible' && now()
    void device.open().then(next)
    addEventListener('online', now)
    addEventListener('offline', device.markUnreachable)
    document.addEventListener('visibilitychange', checkVisibility)
    return () => {
      ended = true
      window.clearTimeout(timer)
      removeEventListener('online', now)
      removeEventListener('offline', device.markUnreachable)
      document.removeEventListener('visibilitychange', checkVisibility)
    }
  }, [device, pass])
  return device
}

export const useDoorState = (device: DoorDevice) => useSyncExternalStore(device.subscribe, device.state)
