import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ordinal } from '#client/platform/formats/amounts.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Stat } from '#client/ui/display/stat.tsx'
import { rankExplanationOf } from './queries.ts'
import { WhyDialog } from './why-dialog.tsx'

/** The official place of a company, with its explanation. */
export function CompanyPlace({ companyId, isHidden }: { companyId: string; isHidden: boolean }) {
  const explanation = useQuery({ ...rankExplanationOf(companyId), enabled: !isHidden })
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { data, error, isFetching, refetch } = explanation
  if (isHidden) return <Stat label="Place" value="–" detail="Hidden from the leaderboard" />
  if (error && !data)
    return (
      <Stat
        label="Place"
        value="–"
        detail={
          <>
            {sentenceOf(error, 'Couldn’t load the place.')}{' '}
            <Button variant="link" size="sm" className="-mx-3" pending={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        }
      />
    )
  const rank = data?.entry.rank ?? null
  return (
    <div className="relative">
      <Stat label="Place" value={data === undefined ? '…' : rank === null ? '–' : ordinal(rank)} />
      {data && (
        <>
          <Button
            ref={opener}
            variant="link"
            size="sm"
            className="absolute right-0 bottom-0 -my-1.5 sm:right-auto sm:left-20"
            onClick={() => setOpen(true)}
          >
            {rank === null ? 'Why no rank?' : 'Why?'}
          </Button>
          <WhyDialog board="official" entry={data.entry} open={open} opener={opener} onClose={() => setOpen(false)} />
        </>
      )}
    </div>
  )
}
