import { useSyncExternalStore } from 'react'

/** Media query for a phone in either orientation: its system picker includes the camera. */
const handheld = '(pointer: coarse) and (max-width: 767px), (pointer: coarse) and (max-height: 500px)'

function subscribe(listener: () => void) {
  const media = matchMedia(handheld)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useIsHandheld = () => useSyncExternalStore(subscribe, () => matchMedia(handheld).matches)
