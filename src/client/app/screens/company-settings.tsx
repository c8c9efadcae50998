import { usePrefetchQuery } from '@tanstack/react-query'
import { SettingsPage } from '#client/features/companies/profile/settings-page.tsx'
import { DeviceNotifications } from '#client/features/notifications/device-notifications.tsx'
import { EmailChoices } from '#client/features/notifications/email-choices.tsx'
import { notificationChoices } from '#client/features/notifications/queries.ts'
import { useUser } from '#client/platform/session/session.ts'

/** The profile of the company, and below it which emails it gets, and whether this device shows them. */
export function CompanySettings() {
  const { companyId } = useUser()
  // Asked for together: the profile is waited for.
  usePrefetchQuery(notificationChoices)
  return (
    <>
      <SettingsPage />
      {companyId && <EmailChoices />}
      {companyId && <DeviceNotifications />}
    </>
  )
}
