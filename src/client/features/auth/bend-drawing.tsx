const lane = 46
const lanes = [0, 1, 2, 3, 4, 5]
const corner = { x: 640, y: 600 }
const outer = 590

/** Progress of each lane's runner around the bend; a lane without one is empty. */
const runners: (number | undefined)[] = [0.52, 0.7, undefined, 0.84, 0.6, undefined]
const leader = 3

const radius = (index: number) => outer - lane / 2 - index * lane

function arc(index: number): string {
  const r = radius(index)
  return `M${corner.x - r} ${corner.y}A${r} ${r} 0 0 1 ${corner.x} ${corner.y - r}`
}

function placeOn(index: number, share: number) {
  const angle = (share * Math.PI) / 2
  return { cx: corner.x - radius(index) * Math.cos(angle), cy: corner.y - radius(index) * Math.sin(angle) }
}

/** The bend before the home straight. Decorative; anchored at the top and cropped at the bottom. */
export function BendDrawing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 640 600"
      preserveAspectRatio="xMaxYMin slice"
      fill="none"
      aria-hidden="true"
      className={className}
    >
      {lanes.map((index) => (
        <path key={index} d={arc(index)} strokeWidth={lane - 3} className="stroke-ink-800" />
      ))}
      {runners.map((share, index) => {
        if (share === undefined) return null
        const length = (radius(index) * Math.PI) / 2
        const first = index === leader
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes never move; their index is what they are.
          <g key={index}>
            <path
              d={arc(index)}
              strokeWidth={lane - 3}
              strokeDasharray={`${length * share} ${length}`}
              className={first ? 'stroke-primary' : 'stroke-ink-700'}
            />
            <circle {...placeOn(index, share)} r={lane / 2 - 4} className={first ? 'fill-sun-400' : 'fill-sand-200'} />
          </g>
        )
      })}
    </svg>
  )
}
