import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { PagedCard } from '#client/platform/sections/paged-card.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { cn } from '#client/ui/cn.ts'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { SubmissionDialog } from '../hand-in/submission/submission-dialog.tsx'
import { type ProofStatus, proofCounts, proofsOfCompany, proofsPerPage } from '../queries.ts'
import { ReviewDialog } from '../review/review-dialog.tsx'
import { CompanyProof } from './company-proof.tsx'

interface CompanyProofsProps {
  companyId: string
  companyName: string
}

/** Proofs of a company by status; a pending proof opens its review, others open their files and history. */
export function CompanyProofs({ companyId, companyName }: CompanyProofsProps) {
  const [{ status, page }, setView] = useState<{ status?: ProofStatus | undefined; page: number }>({ page: 1 })
  const proofs = useQuery(proofsOfCompany(companyId, status, page))
  const dialog = useProofDialog()
  return (
    <>
      <PagedCard
        title="Proofs"
        action={
          <LinkButton
            href={`/?q=${encodeURIComponent(companyName)}#decided`}
            variant="ghost"
            size="sm"
            className="-my-1"
          >
            <History aria-hidden="true" />
            Decisions
          </LinkButton>
        }
        filter={
          <StatusFilter companyId={companyId} status={status} onFilter={(next) => setView({ status: next, page: 1 })} />
        }
        query={proofs}
        page={page}
        size={proofsPerPage}
        onTurn={(next) => setView({ status, page: next })}
        things="proofs"
        rowHeight="h-19"
        reserved="min-h-96"
        empty={status ? 'No proof has this status.' : 'This company has not submitted a proof yet.'}
      >
        {(items) => (
          <ol className="divide-y divide-border">
            {items.map((proof) => (
              <CompanyProof key={proof.id} proof={proof} onOpen={dialog.openFor} />
            ))}
          </ol>
        )}
      </PagedCard>
      {dialog.element}
    </>
  )
}

const filters: { status?: ProofStatus; label: string }[] = [
  { label: 'All' },
  { status: 'pending', label: 'Pending' },
  { status: 'fix', label: 'Needs a fix' },
  { status: 'approved', label: 'Approved' },
  { status: 'rejected', label: 'Rejected' },
]

interface StatusFilterProps {
  companyId: string
  status: ProofStatus | undefined
  onFilter: (status: ProofStatus | undefined) => void
}

function StatusFilter({ companyId, status: chosen, onFilter }: StatusFilterProps) {
  const { data: counts } = useQuery(proofCounts(companyId))
  const countOf = (status: ProofStatus | undefined) =>
    counts && (status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0))
  return (
    <fieldset className="flex flex-wrap gap-1.5 px-5 pb-4">
      <legend className="sr-only">Show only</legend>
      {filters.map(({ status, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={status === chosen}
          onClick={() => onFilter(status)}
          className={cn(
            'inline-flex h-9 items-center gap-1.5 rounded-md border px-3 text-sm font-semibold transition-colors pointer-coarse:h-11',
            status === chosen
              ? 'border-foreground bg-accent shadow-[inset_0_-2px_0_var(--color-ring)]'
              : 'border-border hover:bg-sunken',
          )}
        >
          {label}
          <span className="min-w-[1.5ch] text-right font-normal text-muted-foreground tabular-nums">
            {amountOrSpace(countOf(status))}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

const amountOrSpace = (count: number | undefined) => (count === undefined ? ' ' : amount(count))

/** State lives above the list: a decision may remove the row while its dialog is open. */
function useProofDialog() {
  const [shown, setShown] = useState<{ proof: PendingProof; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  function openFor(proof: PendingProof, button: HTMLElement) {
    opener.current = button
    setShown((before) => ({ proof, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }

  const props = { open, opener }
  const element =
    shown &&
    (shown.proof.status === 'pending' ? (
      <ReviewDialog key={shown.turn} proof={shown.proof} onClose={() => setOpen(false)} {...props} />
    ) : (
      <SubmissionDialog key={shown.turn} proof={shown.proof} onOpenChange={setOpen} {...props} />
    ))
  return { openFor, element }
}
