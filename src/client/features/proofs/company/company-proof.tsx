import { countText, pointsText } from '#client/platform/formats/amounts.ts'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import type { PendingProof, Proof } from '#contract/proofs/endpoints.ts'
import { FileThumbnail } from '../files/file-thumbnail.tsx'
import { filesAreGone } from '../files/words.ts'

interface CompanyProofProps {
  proof: PendingProof
  onOpen: (proof: PendingProof, opener: HTMLElement) => void
}

const shownFiles = 3
const filesOf: Record<Proof['contentType'], [one: string, many: string]> = {
  image: ['image', 'images'],
  video: ['video', 'videos'],
}

/** A proof in the list of its company. The whole row opens it. */
export function CompanyProof({ proof, onOpen }: CompanyProofProps) {
  const { taskTitle, status, submittedAt, adminNotes, pointsAwarded, fix, files, contentType } = proof
  return (
    <li className="relative grid min-h-19 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2.5 transition-colors hover:bg-sunken max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <div aria-hidden="true" className="flex w-38 gap-1 max-sm:hidden">
        {files.slice(0, shownFiles).map((file) => (
          <span key={file.path} className="relative size-12 overflow-hidden rounded-sm bg-sunken">
            <FileThumbnail file={file} alt="" className="size-full object-cover" />
          </span>
        ))}
      </div>
      <div className="min-w-0">
        <button
          type="button"
          dir="auto"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOpen(proof, currentTarget)}
          className="text-left font-semibold wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {taskTitle}
        </button>
        <p className="text-sm text-muted-foreground">
          <time dateTime={submittedAt} title={exactMomentOf(submittedAt)}>
            {momentOf(submittedAt)}
          </time>
          {' · '}
          {files.length > 0 ? countText(files.length, filesOf[contentType]) : filesAreGone}
        </p>
        {status === 'fix' && fix && <p className="text-sm">Fix due by {momentOf(fix.dueAt)}</p>}
        {adminNotes && (
          <p dir="auto" title={adminNotes} className="line-clamp-1 text-sm wrap-anywhere">
            “{adminNotes}”
          </p>
        )}
      </div>
      <p className="flex flex-col items-end gap-1">
        <StatusBadge status={status} />
        {pointsAwarded !== null && (
          <span className="text-sm font-semibold text-points tabular-nums">+{pointsText(pointsAwarded)}</span>
        )}
      </p>
    </li>
  )
}
