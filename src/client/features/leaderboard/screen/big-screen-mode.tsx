import { MonitorPlay } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { useScreenAddress } from './screen-address.ts'

const load = () => import('./big-screen.tsx')
const BigScreen = lazy(() => load().then((module) => ({ default: module.BigScreen })))

export function BigScreenButton() {
  const { enter } = useScreenAddress()
  function press() {
    // Full screen needs a press and is not granted by every browser; the mode works in a window too.
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    enter()
  }
  return (
    <Button variant="outline" onClick={press} onPointerEnter={() => void load()} onFocus={() => void load()}>
      <MonitorPlay aria-hidden="true" />
      Big screen
    </Button>
  )
}

/** The big screen, opened by the address. */
export function BigScreenMode() {
  const { open, leave } = useScreenAddress()
  useEffect(() => {
    if (!open && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  }, [open])
  if (!open) return null
  return (
    <Suspense>
      <BigScreen onLeave={leave} />
    </Suspense>
  )
}
