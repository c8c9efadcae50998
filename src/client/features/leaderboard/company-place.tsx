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
  if (!data) return <Stat label="Place" value="…" />
  const { rank } = data.entry
  return (
    <>
      <Stat
        label="Place"
        value={
          <span className="flex items-baseline gap-3">
            {rank === null ? '–' : ordinal(rank)}
            <Button
              ref={opener}
              variant="link"
              size="sm"
              className="-mx-3 -my-2 font-sans tracking-normal"
              onClick={() => setOpen(true)}
            >
              {rank === null ? 'Why no place?' : 'Why?'}
            </Button>
          </span>
        }
      />
      <WhyDialog board="official" entry={data.entry} open={open} opener={opener} onClose={() => setOpen(false)} />
    </>
  )
}
