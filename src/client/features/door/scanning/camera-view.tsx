import { CameraOff, Flashlight, FlashlightOff, RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { type CameraTrouble, useCamera } from './use-camera.ts'

const troubles: Record<CameraTrouble, { title: string; help: string }> = {
  denied: {
    title: 'The camera is not allowed',
    help: 'Tap the lock or camera sign beside the address, allow the camera for this page, then try again. Typing the code or the name works without it.',
  },
  none: {
    title: 'No camera found',
    help: 'Use a hand scanner, type the code printed below the QR code, or look for the name.',
  },
  busy: {
    title: 'The camera does not answer',
    help: 'Another app may be using it. Close that app, then try again.',
  },
  insecure: {
    title: 'The camera works only over https',
    help: 'Open this page with https:// in front. Typing the code or the name works here too.',
  },
  reader: {
    title: 'Couldn’t load the QR scanner',
    help: 'Connect to the internet and try again, or type the code.',
  },
}

/** `onCode` returns whether it accepted the code; an open result blocks all codes. */
export function CameraView({ onCode }: { onCode: (text: string) => boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch, restart } = useCamera(video, onCode)
  const trouble = state === 'starting' || state === 'live' ? undefined : troubles[state]
  return (
    <div className="relative flex min-h-72 flex-1 items-center justify-center overflow-hidden bg-ink-950 text-sand-50">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera view"
        className={cn('absolute inset-0 size-full object-cover', trouble && 'invisible')}
      />
      {state === 'live' && (
        <>
          <Frame />
          <p className="absolute bottom-4 left-4 rounded-sm bg-ink-950/80 px-3 py-1.5 font-semibold">
            Hold the code in the frame
          </p>
        </>
      )}
      {state === 'starting' && (
        <p role="status" className="relative flex items-center gap-3 text-lg">
          <Spinner className="size-6" />
          Opening the camera…
        </p>
      )}
      {trouble && (
        <div role="alert" className="relative flex max-w-md flex-col items-center gap-3 p-6 text-center">
          <CameraOff aria-hidden="true" className="size-10 text-flame-400" />
          <h2 className="text-xl">{trouble.title}</h2>
          <p className="text-sand-200">{trouble.help}</p>
          <Button onClick={restart}>
            <RotateCw aria-hidden="true" />
            Try again
          </Button>
        </div>
      )}
      {torch && (
        <button
          type="button"
          aria-pressed={torch.on}
          onClick={torch.toggle}
          className="absolute right-4 bottom-4 flex size-14 items-center justify-center rounded-full bg-sand-50 text-ink-900 aria-pressed:bg-sun-400"
        >
          {torch.on ? <FlashlightOff aria-hidden="true" /> : <Flashlight aria-hidden="true" />}
          <span className="sr-only">Light</span>
        </button>
      )}
    </div>
  )
}

/** Four corners that mark the scan area. */
function Frame() {
  return (
    <svg viewBox="0 0 100 100" fill="none" aria-hidden="true" className="relative size-[min(70%,16rem)] text-flame-500">
      <path
        d="M4 26V12A8 8 0 0 1 12 4H26M74 4H88A8 8 0 0 1 96 12V26M96 74V88A8 8 0 0 1 88 96H74M26 96H12A8 8 0 0 1 4 88V74"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}
