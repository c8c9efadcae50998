import { AdministratorsPage } from '#client/features/administrators/administrators-page.tsx'
import { PersonalDataCard } from '#client/features/privacy/personal-data-card.tsx'
import { useHash } from '#client/platform/navigation/hash.ts'

/** The list of administrators, and below it the card for personal data requests. */
export function Administrators() {
  const isActivity = useHash() === '#activity'
  return (
    <div className="flex flex-col gap-6">
      <AdministratorsPage />
      {!isActivity && <PersonalDataCard />}
    </div>
  )
}
