import { useSyncExternalStore } from 'react'

let inPrint = false

function subscribe(onChange: () => void) {
  const media = matchMedia('print')
  const begin = () => {
    inPrint = true
    onChange()
  }
  const end = () => {
    inPrint = false
    onChange()
  }
  const change = () => (media.matches ? onChange() : end())
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  media.addEventListener('change', change)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', change)
  }
}

/** True while the page is printed or previewed. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => inPrint || matchMedia('print').matches)
