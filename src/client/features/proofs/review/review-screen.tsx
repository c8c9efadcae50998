import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateKey } from '#client/platform/formats/dates.ts'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { paths } from '#client/platform/navigation/paths.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { LinkTabs } from '#client/ui/layout/link-tabs.tsx'
import { FullScreen } from '#client/ui/overlays/full-screen.tsx'
import { proofSummary } from '../queries.ts'
import { ReviewHistory } from './review-history.tsx'
import { ReviewKeysContext, reviewFrameId, reviewKeys } from './review-keys.ts'
import { ReviewQueueView } from './review-queue-view.tsx'
import { useReviewQueue } from './use-review-queue.ts'

interface ReviewScreenProps {
  view: 'waiting' | 'decided'
  onClose: () => void
}

/** Full-screen review, dark in both themes. */
export function ReviewScreen({ view, onClose }: ReviewScreenProps) {
  // State lives above both views, so a decision can be undone after a visit to the history.
  const review = useReviewQueue()
  const [helping, setHelping] = useState(false)
  const decidedToday = useDecidedToday()
  const today = decidedToday === undefined ? undefined : review.countDecided(decidedToday)
  const left = review.pending.data ? review.left : undefined
  useScreenTitle(view === 'waiting' ? 'Proof review' : 'Decided proofs')
  return (
    <FullScreen
      id={reviewFrameId}
      title="Proof review"
      closeLabel="Leave review"
      onClose={onClose}
      className="dark scheme-dark"
      header={
        <>
          <div className="[&_a]:min-h-14 [&>nav]:border-0">
            <LinkTabs
              label="Proofs"
              replace
              tabs={[
                { label: 'Waiting', href: paths.review, current: view === 'waiting' },
                { label: 'Decided', href: paths.decided, current: view === 'decided' },
              ]}
            />
          </div>
          <p className="ml-auto text-sm whitespace-nowrap text-muted-foreground tabular-nums">
            {/* Without data show no count, because 0 would be wrong. */}
            {today !== undefined && left !== undefined && (
              <span className="max-sm:hidden">
                <strong className="text-foreground">{today}</strong> decided today ·{' '}
              </span>
            )}
            {left !== undefined && (
              <>
                <strong className="text-foreground">{left}</strong> left
              </>
            )}
          </p>
          <HelpButton
            keys={view === 'waiting' ? reviewKeys : []}
            open={helping}
            onOpenChange={setHelping}
            dialogClassName="dark scheme-dark"
          />
        </>
      }
    >
      <Lane done={today ?? 0} left={left ?? 1} />
      {view === 'waiting' ? (
        <ReviewKeysContext value={true}>
          <ReviewQueueView review={review} onHelp={() => setHelping(true)} />
        </ReviewKeysContext>
      ) : (
        <ReviewHistory />
      )}
    </FullScreen>
  )
}

function useDecidedToday(): number | undefined {
  const { data } = useQuery(proofSummary)
  if (!data) return undefined
  const day = data.days.find((other) => other.day === dateKey(Date.now()))
  return day ? day.approved + day.rejected : 0
}

function Lane({ done, left }: { done: number; left: number }) {
  const share = done + left > 0 ? done / (done + left) : 1
  return (
    <div aria-hidden="true" className="-mt-px h-0.5 shrink-0 bg-border">
      <div style={{ scale: `${share} 1` }} className="h-full origin-left bg-primary transition-[scale] duration-250" />
    </div>
  )
}
