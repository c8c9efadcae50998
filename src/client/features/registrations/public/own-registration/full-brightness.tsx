import { X } from 'lucide-react'
import { useWakeLock } from '#client/platform/wake-lock.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { OwnRegistration } from '#contract/registrations/own-registration.ts'
import { Modal } from '../modal.tsx'
import { QrImage } from './qr-image.tsx'

type Props = { qr: NonNullable<OwnRegistration['qr']>; name: string; onClose: () => void }

/** The code alone on white, in full size, with a wake lock. */
export function FullBrightness({ qr, name, onClose }: Props) {
  useWakeLock()
  return (
    <Modal
      label="Your QR code, full screen"
      onClose={onClose}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-white text-ink-900 open:flex open:flex-col open:items-center open:justify-center open:gap-4 open:p-4"
    >
      <QrImage qr={qr} className="max-h-[70dvh] w-full max-w-[min(70dvh,40rem)] min-h-0" />
      <p className="text-center">
        <span className="block font-display text-4xl font-extrabold tracking-wide whitespace-nowrap">{qr.code}</span>
        <bdi className="text-lg wrap-anywhere">{name}</bdi>
      </p>
      <Button
        onClick={onClose}
        size="lg"
        className="[&]:bg-ink-900 [&]:text-sand-50 [&]:hover:bg-ink-700 [&]:focus-visible:outline-ink-900"
      >
        <X aria-hidden="true" />
        Close
      </Button>
    </Modal>
  )
}
