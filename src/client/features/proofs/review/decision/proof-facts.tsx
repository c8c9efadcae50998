import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Wrench } from 'lucide-react'
import { taskList } from '#client/features/tasks/queries.ts'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { replacedPaths } from '../files/replaced-files.ts'
import { undoNote } from '../use-decisions.ts'
import { filesOf, kindOf } from './labels.ts'
import { WaitingBadges } from './waiting-badges.tsx'

/** Company, task and waiting time of a proof. */
export function ProofFacts({ proof, now }: { proof: PendingProof; now: number }) {
  const { data: tasks } = useQuery(taskList)
  const task = tasks?.find(({ id }) => id === proof.taskId)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-1.5">
        <WaitingBadges proof={proof} now={now} />
      </div>
      <div>
        <h2 dir="auto" className="text-2xl wrap-anywhere">
          {proof.companyName}
        </h2>
        <p dir="auto" className="text-lg font-semibold wrap-anywhere">
          {proof.taskTitle}
          {task && <span className="text-points"> +{task.pointsReward}</span>}
        </p>
      </div>
      {task?.description && (
        <details className="text-muted-foreground">
          <summary className="w-fit text-sm font-semibold underline-offset-4 hover:underline">
            What the task asks
          </summary>
          <p dir="auto" className="mt-1 max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">
            {task.description}
          </p>
        </details>
      )}
      <p className="text-sm text-muted-foreground">
        {kindOf(proof)} · {filesOf(proof)} ·{' '}
        <time dateTime={proof.submittedAt} title={exactMomentOf(proof.submittedAt)}>
          {momentOf(proof.submittedAt)}
        </time>
      </p>
      <ReplacedFiles proof={proof} />
      {proof.adminNotes && (
        <p className="flex items-start gap-1.5 text-sm">
          <RotateCcw aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="wrap-anywhere">
            {proof.adminNotes === undoNote ? undoNote : `Reopened: ${proof.adminNotes}`}
          </span>
        </p>
      )}
    </div>
  )
}

/** Lists the replaced files, and the reasons why the earlier ones were marked. */
function ReplacedFiles({ proof }: { proof: PendingProof }) {
  const replaced = replacedPaths(proof)
  if (!proof.fix || replaced.length === 0) return null
  const reasons = [...new Set(proof.fix.files.map(({ reason }) => reason))]
  return (
    <p className="flex items-start gap-1.5 text-sm">
      <Wrench aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <span dir="auto" className="wrap-anywhere">
        {replaced.length === 1 ? '1 replaced file' : `${replaced.length} replaced files`}. Before: {reasons.join(' · ')}
      </span>
    </p>
  )
}
