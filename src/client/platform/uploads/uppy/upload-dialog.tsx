import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useCallback } from 'react'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { useOverlayHistory } from '#client/ui/overlays/overlay-history.ts'
import { overlayStyles } from '#client/ui/overlays/overlay-styles.ts'
import { ToastSlot } from '#client/ui/toasts/toast-slot.tsx'
import { OfflineNotice } from '../network-notice.tsx'
import type { UploadRules } from '../rules.ts'
import { HeicStatus } from '../smaller/heic-status.tsx'
import { stopConverting } from './heic-plugin.ts'
import { UploadArea } from './upload-area.tsx'
import type { Uploads } from './uploader-plugin.ts'
import { useConverting } from './use-uploads.ts'
import './upload-dialog.css'

interface UploadDialogProps {
  title: string
  uploads: Uploads
  rules: UploadRules
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** 750 by 550, or full screen on a phone. It closes by its button and Escape, not by a tap outside. */
export function UploadDialog({ title, uploads, rules, open, onOpenChange }: UploadDialogProps) {
  const converting = useConverting(uploads)
  const done = useCallback(() => {
    uploads.clear()
    onOpenChange(false)
  }, [uploads, onOpenChange])
  useOverlayHistory(open, { requestClose: () => onOpenChange(false), hasUnsaved: () => false })
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyles} />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          className="upload-window"
        >
          <div className="relative flex items-center justify-between gap-2 border-b border-border py-2 pr-2 pl-5">
            <Dialog.Title className="min-w-0 truncate text-lg">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className={buttonStyles({ variant: 'ghost', size: 'icon' })}>
              <X aria-hidden="true" />
            </Dialog.Close>
            <ToastSlot
              active={open}
              className="pointer-events-none absolute inset-x-0 top-full z-10 flex justify-center"
            />
          </div>
          <OfflineNotice className="rounded-none" />
          <HeicStatus converting={converting} onStop={() => stopConverting(uploads)} className="rounded-none" />
          <div className="flex min-h-0 max-sm:flex-1 sm:h-[min(550px,calc(100dvh-6rem))]">
            <UploadArea uploads={uploads} rules={rules} onDone={done} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
