import { CircleCheck, Clock, RotateCcw } from 'lucide-react'
import { clockOf, useNow } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { isEndingSoon } from '../../draft-queries.ts'
import type { ProofDraft } from '../draft/proof-draft.ts'
import { useDraft } from '../draft/use-draft.ts'

/** Another device or tab submitted this proof first. */
export function SubmittedElsewhere({ at }: { at: string }) {
  return (
    <div role="status">
      <Notice icon={CircleCheck} tone="success">
        This proof was submitted at {clockOf(at)} from another device or tab. You can close this.
      </Notice>
    </div>
  )
}

/** After a reload: offers to resume restored files that are not sent by themselves. */
export function RestoredNotice({ draft, onReselect }: { draft: ProofDraft; onReselect: () => void }) {
  const { restored, resumes, moving } = useDraft(draft, 'restored', 'resumes', 'moving')
  if (!restored || resumes || moving.length === 0) return null
  const gone = moving.filter(({ isGhost }) => isGhost).length
  return (
    <Notice
      icon={RotateCcw}
      tone="info"
      actions={
        <Button size="sm" onClick={() => (gone > 0 ? onReselect() : draft.resume())}>
          {gone > 0 ? 'Choose again' : 'Resume upload'}
        </Button>
      }
    >
      {gone === 0 && 'We restored all files. You can now resume the upload.'}
      {gone === 1 && 'We could not fully recover 1 file. Please re-select it and resume the upload.'}
      {gone > 1 && `We could not fully recover ${gone} files. Please re-select them and resume the upload.`}
    </Notice>
  )
}

/** Warns that an unchanged draft is deleted soon. */
export function EndingNotice({ draft }: { draft: ProofDraft }) {
  const { endsAt } = useDraft(draft, 'endsAt')
  const now = useNow()
  if (!endsAt || !isEndingSoon(endsAt, now)) return null
  return (
    <Notice
      icon={Clock}
      tone="warning"
      actions={
        <Button size="sm" variant="outline" onClick={() => void draft.changes.postponeEnd()}>
          Keep them for another day
        </Button>
      }
    >
      These files are deleted at {clockOf(endsAt)} unless your team continues.
    </Notice>
  )
}
