import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useIsHandheld } from '#client/platform/uploads/handheld.ts'
import { UploadDialog } from '#client/platform/uploads/uppy/upload-dialog.tsx'
import { kinds } from '../../files/kinds.ts'
import type { ProofDraft } from './proof-draft.ts'
import { useDraft } from './use-draft.ts'

export type Adding = {
  /** The system's picker on a phone, the upload dialog elsewhere. */
  add: () => void
  /** The upload dialog, with every way there is to add a file. */
  openDialog: () => void
  closeDialog: () => void
  /** Whether `add` opens the system's picker. */
  picksDirectly: boolean
  /** The picker and the dialog; drawn once, anywhere. */
  element: ReactNode
}

/** How files get into a proof. */
export function useAdding(draft: ProofDraft): Adding {
  const { uploads, rules, kind } = useDraft(draft, 'uploads', 'rules', 'kind')
  const picksDirectly = useIsHandheld()
  const picker = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)

  return {
    // In the same gesture: a browser opens its picker only while the tap is fresh.
    add: () => (picksDirectly ? picker.current?.click() : setOpen(true)),
    openDialog: () => setOpen(true),
    closeDialog: useCallback(() => setOpen(false), []),
    picksDirectly,
    element: (
      <>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={rules.types.join(',')}
          onChange={({ currentTarget }) => {
            draft.send([...(currentTarget.files ?? [])])
            // The same file may be chosen again after it was removed.
            currentTarget.value = ''
          }}
        />
        {uploads && (
          <UploadDialog
            title={`Add ${kinds[kind].many}`}
            uploads={uploads}
            rules={rules}
            open={open}
            onOpenChange={setOpen}
          />
        )}
      </>
    ),
  }
}
