import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useIsHandheld } from '#client/platform/uploads/handheld.ts'
import { UploadDialog } from '#client/platform/uploads/uppy/upload-dialog.tsx'
import { addBoth, kinds } from '../../files/kinds.ts'
import type { ProofDraft } from './proof-draft.ts'
import { useDraft } from './use-draft.ts'

export type Adding = {
  /** Opens the system's picker on a phone, the upload dialog elsewhere. */
  add: () => void
  /** Opens the upload dialog with all its sources. */
  openDialog: () => void
  closeDialog: () => void
  /** True when `add` opens the system's picker. */
  picksDirectly: boolean
  /** The picker and the dialog; render it once, anywhere. */
  element: ReactNode
}

/** State and elements for adding files to a proof. */
export function useAdding(draft: ProofDraft): Adding {
  const { uploads, rules, kind, takesBoth } = useDraft(draft, 'uploads', 'rules', 'kind', 'takesBoth')
  const picksDirectly = useIsHandheld()
  const picker = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)

  return {
    // Open the picker in the click handler: a browser allows it only during the user's gesture.
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
            // Reset, so that choosing a removed file again fires `change`.
            currentTarget.value = ''
          }}
        />
        {uploads && (
          <UploadDialog
            title={takesBoth ? addBoth : `Add ${kinds[kind].many}`}
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
