import { useHash } from '#client/platform/navigation/hash.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkTabs } from '#client/ui/layout/link-tabs.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { Activity } from './activity.tsx'
import { CreateAdministratorDialog } from './create-administrator-dialog.tsx'
import { Team } from './team.tsx'

export function AdministratorsPage() {
  const activity = useHash() === '#activity'
  return (
    // The id is on the whole view: the browser scrolls to it, and the page's head must stay visible.
    <div id={activity ? 'activity' : undefined} className="flex scroll-mt-24 flex-col gap-6">
      <PageHeader
        title="Administrators"
        description="Administrator accounts and a log of what they did."
        actions={<CreateAdministratorDialog />}
      />
      <LinkTabs
        label="Administrators"
        tabs={[
          { label: 'Team', href: paths.administrators, current: !activity },
          { label: 'Activity', href: paths.activity, current: activity },
        ]}
      />
      {activity ? <Activity /> : <Team />}
    </div>
  )
}
