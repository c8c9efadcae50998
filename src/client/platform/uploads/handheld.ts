import { useSyncExternalStore } from 'react'

/** A screen in the hand, upright or on its side: the system's own picker is one tap away and has the camera in it. */
const handheld = '(pointer: coarse) and (max-width: 767px), (pointer: coarse) and (max-height: 500px)'

function subscribe(listener: () => void) {
  const media = matchMedia(handheld)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useIsHandheld = () => useSyncExternalStore(subscribe, () => matchMedia(handheld).matches)
