/** Sunset in rings, from dark to bright. */
export function Sunset() {
  return (
    <g>
      <path d="M0 0h800v300H0z" fill="var(--color-ink-900)" />
      <circle cx="400" cy="205" r="390" fill="#3d1a02" />
      <circle cx="400" cy="205" r="310" fill="var(--color-flame-900)" />
      <circle cx="400" cy="205" r="240" fill="var(--color-flame-800)" />
      <circle cx="400" cy="205" r="178" fill="var(--color-flame-700)" />
      <circle cx="400" cy="205" r="122" fill="var(--color-flame-500)" />
    </g>
  )
}

const houses = [
  { x: 26, height: 44, colour: 'var(--color-sea-400)' },
  { x: 64, height: 54, colour: 'var(--color-coral-500)' },
  { x: 102, height: 48, colour: 'var(--color-sun-500)' },
  { x: 140, height: 58, colour: 'var(--color-palm-400)' },
  { x: 178, height: 46, colour: 'var(--color-sand-300)' },
]

/** Gabled harbour houses on the left, a divi-divi tree on the right, the sea between. */
export function Island() {
  return (
    <g>
      <path d="M0 292h800v50H0z" fill="var(--color-sea-700)" />
      <path
        d="M330 300h140M352 309h96M338 318h124M262 304h34M508 306h40M560 314h60M236 314h44"
        stroke="var(--color-flame-400)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M0 296h232q16 0 20 10H0z" fill="var(--color-ink-700)" />
      {houses.map(({ x, height, colour }) => (
        <House key={x} x={x} height={height} colour={colour} />
      ))}
      <path d="M600 306q60-16 200-14v22H600z" fill="var(--color-sand-400)" />
      <path d="M716 298q4-34-30-58" fill="none" stroke="var(--color-ink-700)" strokeWidth="8" strokeLinecap="round" />
      <g fill="var(--color-palm-600)">
        <ellipse cx="684" cy="236" rx="40" ry="17" />
        <ellipse cx="650" cy="228" rx="48" ry="17" />
        <ellipse cx="610" cy="226" rx="42" ry="12" />
        <ellipse cx="578" cy="229" rx="24" ry="7" />
      </g>
      <g fill="var(--color-palm-400)">
        <ellipse cx="666" cy="221" rx="34" ry="7" />
        <ellipse cx="618" cy="220" rx="28" ry="5" />
        <ellipse cx="696" cy="230" rx="18" ry="5" />
      </g>
    </g>
  )
}

function House({ x, height, colour }: { x: number; height: number; colour: string }) {
  const roof = 298 - height
  return (
    <g>
      <path d={`M${x} 298V${roof}q5-2 6-11q2-8 8-9q3-7 4-7q1 0 4 7q6 1 8 9q1 9 6 11V298z`} fill={colour} />
      {[0, 1, 2].map((floor) => (
        <path
          key={floor}
          d={`M${x + 6} ${roof + 6 + floor * 15}h6v8h-6zM${x + 15} ${roof + 6 + floor * 15}h6v8h-6zM${x + 24} ${roof + 6 + floor * 15}h6v8h-6z`}
          fill="var(--color-sun-100)"
          opacity={roof + 14 + floor * 15 > 296 ? 0 : 0.9}
        />
      ))}
    </g>
  )
}

/** The bend of the stadium in the foreground. */
export function Track() {
  return (
    <g>
      <path d="M0 338h800v112H0z" fill="var(--color-palm-700)" />
      <path d="M0 330h800v10H0z" fill="var(--color-palm-900)" />
      <ellipse cx="400" cy="740" rx="800" ry="404" fill="var(--color-brick-600)" />
      <g fill="none" stroke="var(--color-sand-200)" strokeWidth="2.5">
        {[404, 380, 353, 322].map((radius) => (
          <ellipse key={radius} cx="400" cy="740" rx={radius * 1.98} ry={radius} />
        ))}
      </g>
    </g>
  )
}
