import { useQuery } from '@tanstack/react-query'
import { countText } from '#client/platform/formats/amounts.ts'
import { dayOf, exactMomentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import type { TeamSizeChange } from '#contract/companies/team-size-changes.ts'
import { useTeamSizeDecision, waitingTeamSizes } from '../queries.ts'

/** Team size changes that wait for an organiser; renders nothing without any. */
export function WaitingTeamSizes() {
  const { data: changes = [] } = useQuery(waitingTeamSizes)
  if (changes.length === 0) return null
  return (
    <Card aria-label="Team sizes that wait for an organiser">
      <CardHeader title="Team sizes that wait for you" />
      <CardBody className="flex flex-col gap-3">
        <p className="max-w-prose text-sm text-muted-foreground">
          Points per person depend on the team size, so a second change within a week, or one beyond a third, waits for
          you. Until you decide, the present size counts.
        </p>
        <ul className="divide-y divide-border border-t border-border">
          {changes.map((change) => (
            <WaitingChange key={change.id} change={change} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** A requested team size with its decision. */
export function WaitingChange({ change, title = change.companyName }: { change: TeamSizeChange; title?: string }) {
  const decision = useTeamSizeDecision(change)
  const { companyName, teamSize, size, askedAt } = change
  return (
    <li className="flex flex-col gap-x-4 gap-y-2 py-3 sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <SubjectName>{title}</SubjectName>
        <p className="text-sm text-muted-foreground tabular-nums">
          From {teamSize.toLocaleString('en')} to {countText(size, ['person', 'people'])}, asked on{' '}
          <time dateTime={askedAt} title={exactMomentOf(askedAt)}>
            {dayOf(askedAt)}
          </time>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button
          size="sm"
          variant="outline"
          aria-label={`Reject the team size of ${companyName}`}
          disabled={decision.isPending}
          onClick={() => void decision.run('rejected')}
        >
          Reject
        </Button>
        <Button
          size="sm"
          aria-label={`Approve the team size of ${companyName}`}
          disabled={decision.isPending}
          onClick={() => void decision.run('approved')}
        >
          Approve
        </Button>
      </div>
    </li>
  )
}
