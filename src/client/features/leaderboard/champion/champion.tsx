import { initials } from '#client/ui/display/avatar.tsx'
import { readableOn } from '#contract/branding/contrast.ts'
import { Island, Sunset, Track } from './champion-scenery.tsx'

interface ChampionProps {
  name: string
  /** The company's colour, for the team's shirts. */
  color: string
  /** Fills its box and crops the sides, instead of keeping its aspect ratio. */
  fill?: boolean
  className?: string
}

/** The champion image: the team in its shirts lifts the cup on the track, with the island at sunset. */
export function Champion({ name, color, fill = false, className }: ChampionProps) {
  return (
    <svg
      // A wide box crops below the feet, above the number under them.
      viewBox={fill ? '0 58 800 302' : '0 0 800 450'}
      preserveAspectRatio={fill ? 'xMidYMid slice' : undefined}
      role="img"
      aria-label={`The team of ${name} lifts the cup at sunset`}
      className={className}
    >
      <Sunset />
      <Island />
      <Track />
      <Confetti color={color} />
      <Podium />
      <Teammate x={338} skin="#a0673f" color={color} raised="left" />
      <Teammate x={462} skin="#5d3620" color={color} raised="right" />
      <Captain color={color} letters={initials(name)} />
      <Cup />
    </svg>
  )
}

function Podium() {
  return (
    <g fontFamily="var(--font-display)" fontWeight="800" textAnchor="middle">
      <path d="M206 390h92v60h-92zM502 402h92v48h-92z" fill="var(--color-sand-200)" />
      <path d="M206 382h92v9h-92zM502 394h92v9h-92z" fill="var(--color-sand-50)" />
      <path d="M298 352h204v98H298z" fill="var(--color-sand-100)" />
      <path d="M292 340h216v13H292z" fill="var(--color-white)" />
      <text x="400" y="432" fontSize="88" fill="var(--color-flame-500)">
        1
      </text>
      <text x="252" y="436" fontSize="40" fill="var(--color-ink-300)">
        2
      </text>
      <text x="548" y="440" fontSize="36" fill="var(--color-ink-300)">
        3
      </text>
    </g>
  )
}

const limb = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

function Legs({ x, skin, hip }: { x: number; skin: string; hip: number }) {
  return (
    <g {...limb}>
      <path d={`M${x - 9} ${hip}L${x - 12} 334M${x + 9} ${hip}L${x + 12} 334`} stroke={skin} strokeWidth="11" />
      <path d={`M${x - 9} ${hip + 2}l-2 20M${x + 9} ${hip + 2}l2 20`} stroke="var(--color-ink-900)" strokeWidth="17" />
      <path d={`M${x - 12} 336h-9M${x + 12} 336h9`} stroke="var(--color-white)" strokeWidth="8" />
    </g>
  )
}

function Captain({ color, letters }: { color: string; letters: string }) {
  const skin = '#7c4a2c'
  return (
    <g>
      <Legs x={400} skin={skin} hip={284} />
      <path d="M384 232L366 200L388 164M416 232L434 200L412 164" {...limb} stroke={skin} strokeWidth="11" />
      <path d="M384 234L373 214M416 234L427 214" {...limb} stroke={color} strokeWidth="16" />
      <path d="M400 214v16" {...limb} stroke={skin} strokeWidth="11" />
      <path d="M379 232q21-9 42 0l2 58h-46z" fill={color} stroke={color} strokeWidth="4" strokeLinejoin="round" />
      <text
        x="400"
        y="268"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fontSize="21"
        fill={readableOn(color)}
      >
        {letters}
      </text>
      <circle cx="400" cy="203" r="15" fill={skin} />
      <path d="M384 203a16 16 0 0 1 32 0q-8-9-16-9t-16 9" fill="var(--color-ink-950)" />
    </g>
  )
}

function Teammate({ x, skin, color, raised }: { x: number; skin: string; color: string; raised: 'left' | 'right' }) {
  const out = raised === 'left' ? -1 : 1
  return (
    <g>
      <Legs x={x} skin={skin} hip={290} />
      <path d={`M${x + out * 14} 246l${out * 18} -22l${out * -4} -34`} {...limb} stroke={skin} strokeWidth="10" />
      <path d={`M${x - out * 14} 246l${-out * 12} 22l${-out * 12} -8`} {...limb} stroke={skin} strokeWidth="10" />
      <path
        d={`M${x + out * 14} 247l${out * 10} -12M${x - out * 14} 247l${-out * 7} 13`}
        {...limb}
        stroke={color}
        strokeWidth="15"
      />
      <path d={`M${x} 228v14`} {...limb} stroke={skin} strokeWidth="10" />
      <path
        d={`M${x - 18} 244q18-8 36 0l2 50h-40z`}
        fill={color}
        stroke={color}
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <circle cx={x} cy="217" r="14" fill={skin} />
      {raised === 'left' ? (
        <path d={`M${x - 15} 219a15 15 0 0 1 30 0l4 16h-7l-3-16q-10-4-12-9-4 7-12 9`} fill="var(--color-ink-950)" />
      ) : (
        <path d={`M${x - 14} 213a14.5 14.5 0 0 1 28 0z`} fill="var(--color-sand-100)" />
      )}
    </g>
  )
}

function Cup() {
  return (
    <g>
      <path
        d="M376 108q-22 0-20 16t30 18M424 108q22 0 20 16t-30 18"
        {...limb}
        stroke="var(--color-sun-500)"
        strokeWidth="6"
      />
      <path d="M371 96h58q0 44-20 56v8h9v9h-36v-9h9v-8q-20-12-20-56z" fill="var(--color-sun-300)" />
      <path d="M411 96h18q0 44-20 56v8h9v9h-13v-17q9-18 6-56z" fill="var(--color-sun-500)" />
      <path d="M366 90h68v9h-68z" fill="var(--color-sun-100)" />
      <path d="M400 107l4 9 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1z" fill="var(--color-white)" />
    </g>
  )
}

const paper = ['sun-300', 'coral-400', 'sea-300', 'sand-50', 'palm-300'].map((name) => `var(--color-${name})`)

/** Deterministic positions, so that the picture is the same for everyone. */
function pieces(count: number) {
  let seed = 2025
  const next = (upTo: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % upTo
  }
  return Array.from({ length: count }, () => ({ x: next(800), y: 8 + next(215), turn: next(180), variant: next(60) }))
}

const scattered = pieces(90).filter(({ x, y }) => Math.hypot(x - 400, y - 190) > 125)

function Confetti({ color }: { color: string }) {
  const colours = [...paper, color]
  return (
    <g>
      {scattered.map(({ x, y, turn, variant }) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width={variant % 3 ? 8 : 5}
          height={variant % 2 ? 4 : 9}
          rx="1"
          transform={`rotate(${turn} ${x} ${y})`}
          fill={colours[variant % colours.length]}
        />
      ))}
    </g>
  )
}
