import { cn } from '#client/ui/cn.ts'
import { trackIn } from './race-geometry.ts'
import { raceAt } from './race-script.ts'
import { TrackDrawing } from './track-drawing.tsx'

/**
 * How the race starts, where nothing can be measured yet. The bend is drawn from the right edge, or from the middle where the page has
 * margins, so that it stands where the measured one will stand; only the start of the lanes moves, by a few pixels.
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

// The heights are those that the hero gives its track.
const starts = [
  { track: trackIn(390, 432), className: 'right-0 sm:hidden' },
  { track: trackIn(820, 496), className: 'right-0 hidden sm:block lg:hidden' },
  { track: trackIn(1440, 736), className: 'left-1/2 hidden -translate-x-1/2 lg:block' },
]
