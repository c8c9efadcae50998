import { cn } from '#client/ui/cn.ts'
import { trackIn } from './race-geometry.ts'
import { raceAt } from './race-script.ts'
import { TrackDrawing } from './track-drawing.tsx'

/**
 * Start of the race in the server-rendered page, before a measurement. The bend is anchored where the measured one
 * will be; only the starts shift by a few pixels.
 */
export function StartOfRace() {
  return starts.map(({ track, className }) => (
    <TrackDrawing
      key={className}
      track={track}
      moment={raceAt(0)}
      className={cn('top-0 overflow-visible', className)}
    />
  ))
}

// Heights of the track in the hero.
const starts = [
  { track: trackIn(390, 432), className: 'right-0 sm:hidden' },
  { track: trackIn(820, 496), className: 'right-0 hidden sm:block lg:hidden' },
  { track: trackIn(1440, 736), className: 'left-1/2 hidden -translate-x-1/2 lg:block' },
]
