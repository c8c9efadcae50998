import { lazy, Suspense, useState } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { forget, recall, remember } from '#client/platform/session/session-storage.ts'
import type { CurrentUser } from '#contract/auth/endpoints.ts'

const ChangePasswordDialog = lazy(() =>
  import('./change-password-dialog.tsx').then((module) => ({ default: module.ChangePasswordDialog })),
)

const putOffKey = 'own-password-put-off'

/** Restores the reminder at each login until the user sets a password; a reload keeps it dismissed. */
export const showReminderAgain = () => forget(putOffKey)

export function OwnPasswordReminder({ user }: { user: CurrentUser }) {
  const [putOff, setPutOff] = useState(() => recall(putOffKey) !== null)
  if (!user.passwordExpiresAt || putOff) return null
  return (
    <Suspense>
      <ChangePasswordDialog
        open
        onOpenChange={() => {
          remember(putOffKey, 'yes')
          setPutOff(true)
        }}
        email={user.email}
        title="Choose your own password"
        description={`You use a temporary password. It works until ${momentOf(user.passwordExpiresAt)}.`}
        currentLabel="Temporary password"
        laterLabel="Later"
      />
    </Suspense>
  )
}
