import { usePrefetchQuery } from '@tanstack/react-query'
import { SettingsPage } from '#client/features/companies/profile/settings-page.tsx'
import { DeviceNotifications } from '#client/features/notifications/device-notifications.tsx'
import { EmailChoices } from '#client/features/notifications/email-choices.tsx'
import { notificationChoices } from '#client/features/notifications/queries.ts'
import { useUser } from '#client/platform/session/session.ts'

/** The company's profile, its email choices, and the notifications of this device. */
export function CompanySettings() {
  const { companyId } = useUser()
  // Prefetch in parallel with the profile, which suspends.
  usePrefetchQuery(notificationChoices)
  return (
    <>
      <SettingsPage />
      {companyId && <EmailChoices />}
      {companyId && <DeviceNotifications />}
    </>
  )
}
