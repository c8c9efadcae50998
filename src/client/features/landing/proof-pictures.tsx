import type { ReactNode } from 'react'

/** Five sample posters for a team's pictures, and an empty sixth slot. */
export function ProofPictures() {
  return (
    <div className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      <ProofDrawing ground="fill-sea-600">
        <circle cx="40" cy="46" r="18" className="fill-sun-400" />
        <path d="M0 46h80v34H0z" className="fill-sea-700" />
        <path
          d="M0 55q10-5 20 0t20 0 20 0 20 0M0 66q10-5 20 0t20 0 20 0 20 0"
          className="stroke-sea-300"
          strokeWidth="3"
        />
      </ProofDrawing>
      <ProofDrawing ground="fill-sun-400">
        <path
          d="M8 72h16V56h16V40h16V24h24"
          className="stroke-ink-900"
          strokeWidth="8"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle cx="32" cy="26" r="9" className="fill-coral-600" />
      </ProofDrawing>
      <ProofDrawing ground="fill-coral-500">
        <g className="stroke-sand-50" strokeWidth="5">
          <path d="M-4 74a50 50 0 0 1 50-50h40" />
          <path d="M10 84a42 42 0 0 1 42-44h40" />
          <path d="M26 88a32 32 0 0 1 30-32h40" />
        </g>
        <circle cx="30" cy="29" r="8" className="fill-ink-900" />
      </ProofDrawing>
      <ProofDrawing ground="fill-palm-600">
        <path d="M42 84Q36 56 44 34" className="stroke-ink-900" strokeWidth="6" strokeLinecap="round" />
        <g className="stroke-palm-200" strokeWidth="6" strokeLinecap="round">
          <path d="M44 34Q30 20 14 30M44 34Q40 14 22 12M44 34Q52 14 68 18M44 34Q60 28 70 42" />
        </g>
      </ProofDrawing>
      <ProofDrawing ground="fill-ink-900 dark:fill-ink-700">
        <path
          d="M2 44h20l8-20 14 36 10-24 5 8h19"
          className="stroke-flame-500"
          strokeWidth="6"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </ProofDrawing>
      <div className="flex aspect-square items-center justify-center rounded-md border-2 border-dashed border-control font-display text-lg font-bold text-muted-foreground">
        5 / 6
      </div>
    </div>
  )
}

function ProofDrawing({ ground, children }: { ground: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 80 80" fill="none" aria-hidden="true" className="aspect-square w-full rounded-md">
      <path d="M0 0h80v80H0z" className={ground} />
      {children}
    </svg>
  )
}
