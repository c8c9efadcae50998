import { cn } from '#client/ui/cn.ts'
import type { OwnRegistration } from '#contract/registrations/own-registration.ts'

type Qr = NonNullable<OwnRegistration['qr']>

/** Black on pure white in every theme, for reliable scanning. */
export function QrImage({ qr, className }: { qr: Qr; className?: string }) {
  return (
    <svg
      role="img"
      aria-label="Your QR code"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className={cn('bg-white', className)}
    >
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
