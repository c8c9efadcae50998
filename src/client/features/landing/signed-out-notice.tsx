import { LogOut, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { boot } from '#client/platform/boot.ts'
import { forgetSignedOut } from '#client/platform/session/signed-out.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { SessionEndReason } from '#contract/sessions.ts'

export function SignedOutNotice({ reason }: { reason: SessionEndReason }) {
  return (
    <div className="mx-auto max-w-7xl px-4 pt-4 lg:px-8 2xl:px-0">
      <Notice
        icon={LogOut}
        tone="warning"
        actions={
          <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={forgetSignedOut}>
            <X aria-hidden="true" />
          </Button>
        }
      >
        {sentences[reason](boot()?.supportEmail)}
      </Notice>
    </div>
  )
}

const sentences: Record<SessionEndReason, (supportEmail?: string) => ReactNode> = {
  disabled: (supportEmail) => (
    <>
      You were signed out because your account was disabled.{' '}
      {supportEmail ? (
        <>
          Questions? Write to{' '}
          <a href={`mailto:${supportEmail}`} className="underline underline-offset-4">
            {supportEmail}
          </a>
          .
        </>
      ) : (
        'Please ask the organisers.'
      )}
    </>
  ),
  'password-reset': () =>
    'You were signed out because an administrator set a new password for your account. Sign in with the new one.',
  'password-changed': () =>
    'You were signed out because the password of your account was changed. Please sign in again.',
}
