import { Pause, Play, RotateCcw } from 'lucide-react'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import { drawBoard, drawRunners } from './draw-race.ts'
import { infield, type Track, trackIn } from './race-geometry.ts'
import type { RaceMoment } from './race-script.ts'
import { TrackDrawing } from './track-drawing.tsx'
import { type RaceState, useRace } from './use-race.ts'

const presses: Record<RaceState, { label: string; icon: typeof Pause }> = {
  running: { label: 'Pause the example race', icon: Pause },
  paused: { label: 'Continue the example race', icon: Play },
  finished: { label: 'Run the example race again', icon: RotateCcw },
}

export function RaceTrack({ className }: { className?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const track = useMeasuredTrack(box)

  const draw = useCallback(
    (moment: RaceMoment) => {
      if (track && drawing.current) drawRunners(drawing.current, track, moment)
      if (board.current) drawBoard(board.current, moment)
    },
    [track],
  )
  const { state, press } = useRace(box, draw)
  return (
    <div ref={box} className={cn('pointer-events-none overflow-hidden', className)}>
      {track ? (
        <>
          <TrackDrawing ref={drawing} track={track} className="inset-0" />
          <Infield track={track} board={board} state={state} onPress={press} />
        </>
      ) : (
        // The build draws the start of the race into it. Nothing in there is looked at or made again here.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: always empty, so that React leaves alone what is there
        <div data-start-of-race="" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
      )}
    </div>
  )
}

/** Undefined before the page is measured: during server rendering and hydration. */
function useMeasuredTrack(box: RefObject<HTMLElement | null>): Track | undefined {
  const [track, setTrack] = useState<Track>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setTrack((now) => (now?.width === width && now.height === height ? now : trackIn(width, height)))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [box])
  return track
}

interface InfieldProps {
  track: Track
  board: RefObject<HTMLDivElement | null>
  state: RaceState
  onPress: () => void
}

/** The scoreboard inside the bend, with the pause button. */
function Infield({ track, board, state, onPress }: InfieldProps) {
  const { label, icon: Icon } = presses[state]
  const field = infield(track)
  return (
    <div style={field} className="absolute flex items-center gap-4">
      <div ref={board} aria-hidden="true" hidden={field.width < 300} className="order-last leading-tight">
        <p className="text-sm font-semibold whitespace-nowrap text-muted-foreground">
          Example week · Day <span data-board="day">3</span> of 7
        </p>
        <p
          hidden={field.height < 100}
          className="font-display text-3xl font-extrabold whitespace-nowrap tabular-nums xl:text-4xl"
        >
          <span data-board="calories">0</span>{' '}
          <span className="font-sans text-base font-medium tracking-normal text-muted-foreground">kcal burned</span>
        </p>
      </div>
      <button
        type="button"
        onClick={onPress}
        aria-label={label}
        className="pointer-events-auto flex size-11 shrink-0 items-center justify-center rounded-full border border-control text-foreground transition-colors hover:bg-accent"
      >
        <Icon aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}
