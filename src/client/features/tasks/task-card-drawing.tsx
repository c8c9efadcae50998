const grounds = ['bg-ink-900', 'bg-sea-700', 'bg-palm-700', 'bg-brick-700'] as const
const suns = [
  { cx: 140, cy: 24 },
  { cx: 36, cy: 26 },
  { cx: 148, cy: 40 },
] as const
const scenes = [Bend, Waves, Hills, Court]

/**
 * A local drawing: a thumbnail from the video's site would reveal the visitor to it. Derived from the id, so it is
 * stable per task.
 */
export function TutorialDrawing({ taskId }: { taskId: string }) {
  const number = numberOf(taskId)
  const Scene = pick(scenes, number)
  const sun = pick(suns, number >> 4)
  return (
    <svg
      viewBox="0 0 176 99"
      fill="none"
      aria-hidden="true"
      data-drawing={number}
      className={`block w-full ${pick(grounds, number >> 2)}`}
    >
      <circle {...sun} r="12" className="fill-sun-400" />
      <Scene lane={(number >> 6) % 3} />
      <circle cx="88" cy="49.5" r="21" className="fill-sand-50" />
      <path d="M82 39.5v20l17-10z" className="fill-ink-900" />
    </svg>
  )
}

/** Ids are random, so any digits serve as a hash. */
const numberOf = (id: string) => Number.parseInt(id.replace(/\W/g, '').slice(0, 6), 16) || 0

const pick = <T,>(from: readonly [T, ...T[]] | readonly T[], number: number): T => from[number % from.length] as T

type SceneProps = { lane: number }
const rows = [0, 1, 2, 3]
const stroke = (row: number, lane: number) => (row === lane ? 'stroke-flame-500' : 'stroke-sand-50/25')

function Bend({ lane }: SceneProps) {
  return rows.map((row) => (
    <path
      key={row}
      d={`M-6 ${74 + row * 13}H84A${74 - row * 13} ${74 - row * 13} 0 0 0 ${158 - row * 13} 0V-6`}
      strokeWidth="9"
      className={stroke(row, lane)}
    />
  ))
}

function Waves({ lane }: SceneProps) {
  return rows.map((row) => (
    <path
      key={row}
      d={`M-22 ${56 + row * 13}q22 -14 44 0t44 0t44 0t44 0t44 0`}
      strokeWidth="7"
      className={stroke(row, lane)}
    />
  ))
}

function Hills({ lane }: SceneProps) {
  return rows.map((row) => (
    <path
      key={row}
      d={`M-6 ${70 + row * 12}L${40 + row * 6} ${30 + row * 12}L${84 + row * 6} ${64 + row * 12}L${128 + row * 6} ${24 + row * 12}L200 ${76 + row * 12}`}
      strokeWidth="7"
      strokeLinejoin="round"
      className={stroke(row, lane)}
    />
  ))
}

function Court({ lane }: SceneProps) {
  return rows.map((row) => (
    <path
      key={row}
      d={`M${20 + row * 16} 110V${26 + row * 14}H${156 - row * 16}V110`}
      strokeWidth="6"
      className={stroke(row, lane)}
    />
  ))
}
