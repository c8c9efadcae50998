import { ChartColumn, ClipboardCheck } from 'lucide-react'
import { useHashTarget } from '#client/platform/hash.ts'
import { paths } from '#client/platform/paths.ts'
import { Card, CardHeader } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

/** The administrators' dashboard. `/#proofs` and `/#analytics` open its sections. */
export function OverviewPage() {
  useHashTarget()
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Dashboard"
        description="What waits for you, and how the week is going."
        actions={
          <LinkButton href={paths.companies} variant="outline">
            Manage Companies
          </LinkButton>
        }
      />
      <Card id="proofs" tabIndex={-1} aria-label="Pending Proof Reviews">
        <CardHeader title="Pending Proof Reviews" />
        <EmptyState
          icon={ClipboardCheck}
          title="All proofs reviewed!"
          description="New submissions show up here by themselves."
        />
      </Card>
      <Card id="analytics" tabIndex={-1} aria-label="Analytics">
        <CardHeader title="Analytics" />
        <EmptyState
          icon={ChartColumn}
          title="No analytics yet."
          description="Calories burned and participation appear with the first approved proof."
        />
      </Card>
    </div>
  )
}
