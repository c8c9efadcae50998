import { Trophy } from 'lucide-react'
import { paths } from '#client/platform/paths.ts'
import { Card, CardHeader } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'

export function TopCompanies() {
  return (
    <Card aria-label="Top Companies">
      <CardHeader
        title="Top Companies"
        action={
          <LinkButton href={paths.leaderboard} variant="link" size="sm" className="-mr-3">
            View All
          </LinkButton>
        }
      />
      <EmptyState icon={Trophy} title="No leaderboard data available yet." />
    </Card>
  )
}
