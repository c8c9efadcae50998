import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { openDetector } from './detector.ts'
import { createRepeatGuard } from './repeat-guard.ts'

export type CameraTrouble = 'denied' | 'none' | 'busy' | 'insecure' | 'reader'
export type Camera = {
  state: 'starting' | 'live' | CameraTrouble
  /** Undefined if the camera has no lamp. */
  torch?: { on: boolean; toggle: () => void }
  restart: () => void
}

const rest = 100

/** Runs the camera and its code detector while mounted. `onCode` returns whether it accepted the code. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => boolean): Camera {
  const [state, setState] = useState<Camera['state']>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [lit, setLit] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const read = useEffectEvent(onCode)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a new start
  useEffect(() => {
    const ending = new AbortController()
    const view = video.current
    if (view) {
      void watch(view, ending.signal, {
        onLive: (opened) => {
          setTrack(opened)
          setState('live')
        },
        onCode: (text) => read(text),
      }).catch((trouble: unknown) => !ending.signal.aborted && setState(troubleOf(trouble)))
    }
    return () => {
      ending.abort()
      setTrack(undefined)
      setLit(false)
    }
  }, [video, attempt])

  async function light(on: boolean) {
    await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
    setLit(on)
  }
  return {
    state,
    torch: hasTorch(track) ? { on: lit, toggle: () => void light(!lit).catch(() => undefined) } : undefined,
    restart: () => {
      setState('starting')
      setAttempt(attempt + 1)
    },
  }
}

type CameraCallbacks = { onLive: (track: MediaStreamTrack | undefined) => void; onCode: (text: string) => boolean }

async function watch(video: HTMLVideoElement, signal: AbortSignal, { onLive, onCode }: CameraCallbacks) {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraFault(isSecureContext ? 'none' : 'insecure')
  const reading = openDetector().catch(() => {
    throw new CameraFault('reader')
  })
  // It is awaited below; the catch prevents an unhandled rejection when the camera is refused.
  reading.catch(() => undefined)
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const detector = await reading
  if (signal.aborted) return
  onLive(stream.getVideoTracks()[0])
  const offer = createRepeatGuard()
  while (!signal.aborted) {
    const found = await detector.detect(video).catch(() => [])
    const text = found[0]?.rawValue
    if (text && !signal.aborted) offer(text, () => onCode(text))
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}

class CameraFault extends Error {
  constructor(readonly trouble: CameraTrouble) {
    super(trouble)
  }
}

function troubleOf(error: unknown): CameraTrouble {
  if (error instanceof CameraFault) return error.trouble
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return 'busy'
}

const hasTorch = (track: MediaStreamTrack | undefined) =>
  Boolean((track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch)
