import { Maximize } from 'lucide-react'
import { useState } from 'react'
import { BibPaper } from '#client/features/events/parts/bib-paper.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import type { OwnRegistration } from '#contract/registrations/own-registration.ts'
import { FullBrightness } from './full-brightness.tsx'
import { QrImage } from './qr-image.tsx'

type Props = { registration: OwnRegistration; qr: NonNullable<OwnRegistration['qr']> }

/** The ticket as a start number: the QR code, and the short code for manual input. */
export function Ticket({ registration, qr }: Props) {
  const [large, setLarge] = useState(false)
  const name = `${registration.firstName} ${registration.lastName}`
  return (
    <>
      <BibPaper className="flex flex-col items-center gap-1 px-3 pt-2 pb-5 text-center">
        <button
          type="button"
          onClick={() => setLarge(true)}
          className="w-full max-w-80 rounded-sm outline-offset-4 focus-visible:outline-ink-900"
        >
          <QrImage qr={qr} className="w-full" />
          <span className="sr-only">Show full screen</span>
        </button>
        <p>
          <span className="block text-sm font-semibold">Your code</span>
          <span className="block font-display text-3xl font-extrabold tracking-wide whitespace-nowrap tabular-nums min-[360px]:text-4xl">
            {qr.code}
          </span>
        </p>
        <p className="mt-3 w-full border-t-2 border-dashed border-ink-200 pt-3">
          <bdi className="block font-display text-xl font-bold wrap-anywhere">{name}</bdi>
          {registration.companyName && <bdi className="wrap-anywhere">{registration.companyName}</bdi>}
        </p>
      </BibPaper>
      <Button variant="outline" size="lg" onClick={() => setLarge(true)} className="w-full">
        <Maximize aria-hidden="true" />
        Full brightness
      </Button>
      {large && <FullBrightness qr={qr} name={name} onClose={() => setLarge(false)} />}
    </>
  )
}
