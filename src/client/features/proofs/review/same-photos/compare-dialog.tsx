import type { ReactNode } from 'react'
import { FileView } from '#client/features/proofs/files/file-view.tsx'
import { nameOfFile } from '#client/features/proofs/files/words.ts'
import { momentOf } from '#client/platform/formats/dates.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Dialog, DialogBody } from '#client/ui/overlays/dialog.tsx'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { PendingProof, SamePhoto } from '#contract/proofs/endpoints.ts'
import { thingOf } from './same-photo-labels.ts'

interface CompareDialogProps {
  trigger: ReactNode
  proof: PendingProof
  /** The matches in one other proof. */
  same: SamePhoto[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Both pictures side by side, or stacked on a small screen. */
export function CompareDialog({ trigger, proof, same, open, onOpenChange }: CompareDialogProps) {
  const [other] = same
  if (!other) return null
  return (
    <Dialog
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
      size="full"
      title={`Same ${thingOf(proof)}`}
      className="dark scheme-dark"
    >
      <DialogBody className="flex flex-col gap-6">
        {same.map(({ path, file }) => {
          const index = proof.files.findIndex((file) => file.path === path)
          const ownFile = proof.files[index]
          return (
            <div key={path} className="grid gap-4 sm:grid-cols-2">
              {ownFile && <Side file={ownFile} title={nameOfFile(proof, index)} proof={proof} />}
              <Side file={file} title={`Same ${thingOf(proof)}`} proof={other} />
            </div>
          )
        })}
      </DialogBody>
    </Dialog>
  )
}

type SideProps = {
  file: ViewableFile
  title: string
  proof: Pick<SamePhoto, 'companyName' | 'taskTitle' | 'submittedAt'>
}

function Side({ file, title, proof: { companyName, taskTitle, submittedAt } }: SideProps) {
  const name = `${title}, ${companyName}`
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div className="relative h-[min(32rem,45dvh)] overflow-hidden rounded-md bg-sunken">
        <FileView file={file} alt={name} />
      </div>
      <figcaption dir="auto" className="text-sm wrap-anywhere">
        <span className="font-semibold">{companyName}</span> {taskTitle} ·{' '}
        <time dateTime={submittedAt}>{momentOf(submittedAt)}</time>
        <LinkButton href={file.url} target="_blank" variant="link" size="sm" aria-label={`View full size: ${name}`}>
          View Full Size
        </LinkButton>
      </figcaption>
    </figure>
  )
}
