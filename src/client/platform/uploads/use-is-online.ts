import { useSyncExternalStore } from 'react'
import { deviceNetwork, onOnline } from './send/network.ts'

function subscribe(listener: () => void) {
  const stops = [onOnline(listener), deviceNetwork.onLost(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

export const useIsOnline = () => useSyncExternalStore(subscribe, deviceNetwork.isUp)
