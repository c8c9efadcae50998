import { Send, Wrench } from 'lucide-react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { useUnsavedGuard } from '#client/platform/unsaved.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { kinds } from '../files/kinds.ts'
import { useFixProof } from '../submission-queries.ts'
import { FileToReplace } from './file-to-replace.tsx'
import { fixId } from './fix-id.ts'
import { dropReplacements } from './kept-replacements.ts'
import { useReplacements } from './use-replacements.ts'

interface Props {
  proof: Proof
  /** This component unmounts once the fix is sent, so the caller moves the focus. */
  onFixed: () => void
}

/** Lists the files that reviewers want replaced, with buttons to choose and send new ones. */
export function FixFiles({ proof, onFixed }: Props) {
  const { files = [], dueAt } = proof.fix ?? {}
  const replacements = useReplacements(proof)
  const guard = useUnsavedGuard(replacements.isAtRisk)
  const fix = useFixProof()
  const { one, many } = kinds[proof.contentType]
  const ready = files.flatMap(({ path }) => {
    const replacement = replacements.of(path)?.path
    return replacement ? [{ path, replacement }] : []
  })
  const missing = files.length - ready.length
  return (
    <section
      id={fixId(proof.id)}
      tabIndex={-1}
      aria-label={`Fix ${proof.taskTitle}`}
      className="flex w-full flex-col gap-3 rounded-md border border-primary/40 bg-primary-soft p-3"
    >
      <p className="flex items-start gap-2 text-primary-text">
        <Wrench aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">
            {files.length === 1 ? `One ${one} needs a fix.` : `${files.length} ${many} need a fix.`}
          </span>{' '}
          {dueAt && `Replace ${files.length === 1 ? 'it' : 'them'} by ${momentOf(dueAt)}. Your submission time stays.`}
        </span>
      </p>
      {proof.adminNotes && (
        <q dir="auto" className="wrap-anywhere">
          {proof.adminNotes}
        </q>
      )}
      <ul className="flex flex-col gap-3">
        {files.map(({ path, reason }) => (
          <FileToReplace
            key={path}
            proof={proof}
            path={path}
            reason={reason}
            replacement={replacements.of(path)}
            disabled={fix.isPending}
            onReplace={(file) => void replacements.replace(path, file)}
            onStop={() => replacements.stop(path)}
          />
        ))}
      </ul>
      <Button
        disabled={missing > 0}
        pending={fix.isPending}
        pendingLabel="Sending..."
        onClick={() =>
          void fix.run(
            { proof, files: ready },
            {
              onSuccess: () => {
                void dropReplacements(proof)
                onFixed()
              },
            },
          )
        }
      >
        <Send aria-hidden="true" />
        {missing > 0 ? `Send fix (${ready.length}/${files.length})` : 'Send fix'}
      </Button>
      <ConfirmDialog
        open={guard.asking}
        onOpenChange={(open) => !open && guard.stay()}
        title="Leave without the new file?"
        description={`The new ${one} is not uploaded yet. Leave, and you have to choose it again.`}
        confirmLabel="Leave"
        cancelLabel="Stay"
        destructive
        onConfirm={guard.leave}
      />
    </section>
  )
}
