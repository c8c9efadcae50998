import { AdministratorsPage } from '#client/features/administrators/administrators-page.tsx'
import { PersonalDataCard } from '#client/features/privacy/personal-data-card.tsx'
import { useHash } from '#client/platform/navigation/hash.ts'

/** The administrators, and below them what they do for people who ask about their data. */
export function Administrators() {
  const isActivity = useHash() === '#activity'
  return (
    <div className="flex flex-col gap-6">
      <AdministratorsPage />
      {!isActivity && <PersonalDataCard />}
    </div>
  )
}
