import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { amount, pointsText, signed } from '#client/platform/formats/amounts.ts'
import { clockOf, dayOf, momentOf } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Dialog, DialogBody } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { type BoardKind, boardWords } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry, RankExplanation } from '#contract/leaderboard/endpoints.ts'
import { comparedDays } from './compared-days.ts'
import { rankExplanationOf } from './queries.ts'
import { reasonsFor } from './rank-explanation.ts'
import { peopleText, perPersonText } from './side-boards/board-figures.ts'
import { partText, sideBoardReasons } from './side-boards/side-board-reasons.ts'

export interface EntryDialogProps {
  entry: LeaderboardEntry
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

const clock = (at: string) => `${dayOf(at)} at ${clockOf(at)}`

export function WhyDialog({ entry, board, open, opener, onClose }: EntryDialogProps & { board: BoardKind }) {
  const explanation = useQuery({ ...rankExplanationOf(entry.id, board), enabled: open })
  const now = explanation.data?.entry ?? entry
  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        <>
          {now.rank === null ? 'Why no rank?' : `Why rank ${now.rank}?`}{' '}
          <bdi className="block text-lg wrap-anywhere text-muted-foreground">{now.name}</bdi>
        </>
      }
    >
      <DialogBody>
        <QuerySection query={explanation} failure="The reasons did not load." skeleton={skeleton}>
          {(known) => <Explanation board={board} explanation={known} />}
        </QuerySection>
      </DialogBody>
    </Dialog>
  )
}

const skeleton = (
  <Loading label="Loading the reasons…" className="flex flex-col gap-3 py-2">
    {['w-11/12', 'w-4/5', 'w-3/5', 'w-2/3'].map((width) => (
      <Skeleton key={width} className={`h-6 ${width}`} />
    ))}
    <Skeleton className="mt-4 h-40 w-full" />
  </Loading>
)

type Explained = { board: BoardKind; explanation: RankExplanation }

function Explanation({ board, explanation }: Explained) {
  const sentences = board === 'official' ? reasonsFor(explanation, clock) : sideBoardReasons(board, explanation)
  return (
    <>
      <div className="flex flex-col gap-2 text-lg">
        {sentences.map((sentence) => (
          <p key={sentence} className="wrap-anywhere">
            {sentence}
          </p>
        ))}
      </div>
      {board !== 'official' && (
        <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-muted-foreground">
          {boardWords[board].formula} {comparedDays(explanation.thirds ?? undefined)}
        </p>
      )}
      {explanation.perPerson && <PerPersonParts explanation={explanation} />}
      {(board === 'official' || board === 'division') && <TotalParts explanation={explanation} />}
    </>
  )
}

/** Points divided by people, and the dates of team size changes. */
function PerPersonParts({ explanation: { entry, perPerson } }: Pick<Explained, 'explanation'>) {
  if (!perPerson) return null
  const { parts, sizes } = perPerson
  return (
    <>
      {parts.length > 0 && (
        <>
          <h3 className="mt-6 mb-1 text-base">How this is calculated</h3>
          <ul className="divide-y divide-border tabular-nums">
            {parts.map((part) => (
              <li key={part.people} className="flex items-baseline justify-between gap-4 py-2.5">
                <span>{partText(part)}</span>
                <span className="font-semibold">{perPersonText(part.value)}</span>
              </li>
            ))}
          </ul>
          <p className={totalClasses}>
            <span>Points per person</span>
            <span>{perPersonText(entry.value ?? 0)}</span>
          </p>
        </>
      )}
      {sizes.length > 0 && (
        <>
          <h3 className="mt-6 mb-1 text-base">Team size</h3>
          <ul className="text-muted-foreground tabular-nums">
            {sizes.map(({ size, since }) => (
              <li key={since} className="flex items-baseline justify-between gap-4 py-1">
                <span>{peopleText(size)}</span>
                <span>
                  since <time dateTime={since}>{momentOf(since)}</time>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const totalClasses =
  'flex items-baseline justify-between gap-4 border-t-2 border-foreground pt-2.5 font-display text-lg font-bold tabular-nums'

function TotalParts({ explanation }: Pick<Explained, 'explanation'>) {
  const parts = partsOf(explanation)
  return (
    <>
      {parts.length > 0 && (
        <>
          <h3 className="mt-6 mb-1 text-base">What the total is made of</h3>
          <ul className="divide-y divide-border">
            {parts.map(({ key, title, note, points, calories, at }) => (
              <li key={key} className="flex items-baseline justify-between gap-4 py-2.5">
                <div className="min-w-0">
                  <p className="wrap-anywhere">{title}</p>
                  <p className="text-sm text-muted-foreground">
                    {note} <time dateTime={at}>{momentOf(at)}</time>
                  </p>
                </div>
                <p className="shrink-0 text-right tabular-nums">
                  <span className="font-semibold">{signed(points)}</span>
                  <span className="block text-sm text-muted-foreground">{amount(calories)} kcal</span>
                </p>
              </li>
            ))}
          </ul>
          <p className={totalClasses}>
            <span>Total</span>
            <span>{pointsText(explanation.entry.points)}</span>
          </p>
        </>
      )}
    </>
  )
}

/** Proofs and adjustments in the order in which they count. */
function partsOf({ proofs, adjustments }: RankExplanation) {
  return [
    ...proofs.map(({ taskTitle, submittedAt, ...worth }, index) => ({
      key: `proof ${index}`,
      title: taskTitle,
      note: 'Sent in',
      at: submittedAt,
      ...worth,
    })),
    ...adjustments.map(({ reason, ...worth }, index) => ({
      key: `adjustment ${index}`,
      title: reason || 'Adjustment by the organisers',
      note: 'Adjusted by the organisers',
      ...worth,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at))
}
