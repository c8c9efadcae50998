import { Check, TriangleAlert } from 'lucide-react'
import { clockOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { KeptScan } from '../device/door-store.ts'
import { firstEntry, labelsOf } from './labels.ts'

/** Offline scans whose server result differs, listed at once while the person is near. */
export function Corrections({ scans, onSeen }: { scans: KeptScan[]; onSeen: (nonce: string) => void }) {
  if (scans.length === 0) return null
  return (
    <section aria-label="Scans to check" className="max-h-48 overflow-y-auto bg-warning-soft px-4 py-2 text-warning">
      <h2 className="flex items-center gap-2 font-sans text-base font-bold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        {scans.length === 1 ? '1 scan to check' : `${scans.length} scans to check`}
      </h2>
      <ul className="divide-y divide-warning/30">
        {scans.map((scan) => (
          <li key={scan.nonce} className="flex items-center gap-3 py-1">
            <p className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-bold">{scan.name ?? 'Someone'}</span>, scanned at {clockOf(scan.scannedAt)} without
              a network: {verdictOf(scan)}
            </p>
            <Button variant="ghost" size="icon" aria-label="Seen" onClick={() => onSeen(scan.nonce)}>
              <Check aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function verdictOf({ outcome, first }: KeptScan): string {
  if (outcome === undefined || outcome === 'refused') return 'the server could not read it.'
  if (outcome !== 'already') return `${labelsOf(outcome).title.toLowerCase()}.`
  const since = firstEntry({ checkedInAt: first?.at, gate: first?.gate })
  return since ? `was already inside ${since}.` : 'was already inside.'
}
