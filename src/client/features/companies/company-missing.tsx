import { Building2 } from 'lucide-react'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'

export function CompanyMissing() {
  return (
    <EmptyState
      icon={Building2}
      title="Company profile not found"
      description="It is created in one step on the dashboard."
      action={
        <LinkButton href={paths.home} variant="outline">
          Go to the dashboard
        </LinkButton>
      }
      className="mt-8"
    />
  )
}
