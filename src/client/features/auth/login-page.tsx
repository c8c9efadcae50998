import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#client/platform/navigation/paths.ts'
import { useCurrentUser } from '#client/platform/session/session.ts'
import { carryEmail } from './carried-email.ts'
import { FirstAdministratorForm } from './first-administrator-form.tsx'
import { ForgottenPasswordForm } from './forgotten-password-form.tsx'
import { LoginForm } from './login-form.tsx'
import { ConfirmAddressForm } from './mailed-links/confirm-address-form.tsx'
import { UnsubscribeForm } from './mailed-links/unsubscribe-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { forgetOpenedLink, type OpenedLink, openedLink } from './opened-link.ts'

/** Sign-in, the request for a link, and the forms of mailed or printed links, at one address. */
export function LoginPage() {
  const [link] = useState(openedLink)
  const [form, setForm] = useState<'login' | 'forgotten' | OpenedLink['kind']>(link?.kind ?? 'login')
  const { data: user } = useCurrentUser()
  const [, navigate] = useLocation()

  function toLogin() {
    forgetOpenedLink()
    if (user) navigate(paths.home, { replace: true })
    else setForm('login')
  }

  switch (form) {
    case 'forgotten':
      return <ForgottenPasswordForm onBack={toLogin} />
    case 'reset':
      return <NewPasswordForm token={link?.token ?? ''} onDone={toLogin} onAskAgain={() => setForm('forgotten')} />
    case 'setup':
      return (
        <FirstAdministratorForm
          token={link?.token ?? ''}
          onDone={(email) => {
            carryEmail(email)
            toLogin()
          }}
          onBack={toLogin}
        />
      )
    case 'unsubscribe':
      return <UnsubscribeForm token={link?.token ?? ''} kind={link?.mailKind} onDone={toLogin} />
    case 'confirm':
      return <ConfirmAddressForm token={link?.token ?? ''} onDone={toLogin} />
    case 'login':
      return <LoginForm onForgotten={() => setForm('forgotten')} />
  }
}
