import { useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '#client/platform/session/session.ts'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { CompanyMissing } from '../company-missing.tsx'
import { companyOf } from '../queries.ts'
import { SettingsForm } from './settings-form.tsx'

export function SettingsPage() {
  const { companyId } = useUser()
  return companyId ? <CompanySettings companyId={companyId} /> : <NothingToSet />
}

function CompanySettings({ companyId }: { companyId: string }) {
  const { data: company } = useSuspenseQuery(companyOf(companyId))
  return company ? <SettingsForm company={company} /> : <NothingToSet />
}

function NothingToSet() {
  return (
    <>
      <PageHeader title="Settings" />
      <CompanyMissing />
    </>
  )
}
