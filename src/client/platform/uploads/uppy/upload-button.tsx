import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '#client/ui/buttons/button.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { logoRules, type UploadRules } from '../rules.ts'
import { onAllStored } from './create-uploads.ts'
import { UploadDialog } from './upload-dialog.tsx'
import type { UploadFile } from './uploader-plugin.ts'
import { useUploads } from './use-uploads.ts'

interface UploadButtonProps extends Omit<ButtonProps, 'onClick' | 'id'> {
  /** Names the owner and purpose of the files. */
  uploadId: string
  title: string
  rules?: UploadRules
  onUploaded: (files: UploadFile[]) => void
}

/** A button that opens the upload dialog; the default is one file of ten megabytes. */
export function UploadButton({
  uploadId,
  title,
  rules = logoRules,
  onUploaded,
  children,
  ...buttonProps
}: UploadButtonProps) {
  const uploads = useUploads(uploadId, rules)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!uploads) return
    const failed = (_file: unknown, { message }: { message: string }) =>
      toast({ variant: 'destructive', title: 'Upload failed', description: message })
    const stopListening = onAllStored(uploads, () => {
      onUploaded(uploads.getFiles())
      uploads.clear()
      setOpen(false)
    })
    uploads.on('upload-error', failed)
    return () => {
      stopListening()
      uploads.off('upload-error', failed)
    }
  }, [uploads, onUploaded])

  return (
    <>
      <Button {...buttonProps} disabled={buttonProps.disabled || !uploads} onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" />
        {children}
      </Button>
      {uploads && <UploadDialog title={title} uploads={uploads} rules={rules} open={open} onOpenChange={setOpen} />}
    </>
  )
}
