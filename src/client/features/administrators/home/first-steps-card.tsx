import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LinkQrCode } from '#client/ui/display/link-qr-code.tsx'
import { Card, CardHeader } from '#client/ui/layout/card.tsx'
import { Popover } from '#client/ui/overlays/popover.tsx'
import type { FirstSteps } from '#contract/administrators/dashboard.ts'
import { adminDashboard, useDismissFirstSteps, useTestEmail } from './queries.ts'

/** First steps of a new installation, until all is done or an administrator dismisses it. */
export function FirstStepsCard() {
  const { data } = useQuery(adminDashboard)
  const dismissal = useDismissFirstSteps()
  const steps = data?.firstSteps
  if (!steps) return null
  const states = Object.values(steps)
  return (
    <Card aria-label="First steps">
      <CardHeader
        title="First steps"
        description={`${amount(states.filter(Boolean).length)} of ${amount(states.length)} done`}
        action={
          <Button
            variant="ghost"
            size="icon"
            aria-label="Dismiss first steps"
            pending={dismissal.isPending}
            onClick={() => void dismissal.run(undefined)}
          >
            <X aria-hidden="true" />
          </Button>
        }
      />
      <ol className="divide-y divide-border border-t border-border">
        {listSteps(steps).map(({ key, title, detail, isDone, action }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
            <div className="flex min-w-0 flex-1 basis-60 gap-3">
              {isDone ? (
                <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
              ) : (
                <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
              )}
              <div className="min-w-0">
                <p className="font-semibold">
                  {title}
                  <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
                </p>
                <p className="text-sm text-muted-foreground">{detail}</p>
              </div>
            </div>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type Step = { key: keyof FirstSteps; title: string; detail: string; isDone: boolean; action?: ReactNode }

const listSteps = (steps: FirstSteps): Step[] => [
  {
    key: 'task',
    title: 'Create the first task',
    detail: 'Companies earn points with tasks. You can plan the whole week at once.',
    isDone: steps.task,
    action: (
      <LinkButton href={paths.tasks} variant="outline" size="sm">
        Create tasks
      </LinkButton>
    ),
  },
  {
    key: 'event',
    title: 'Create an event',
    detail: 'It gets its own page, where people register without an account.',
    isDone: steps.event,
    action: (
      <LinkButton href={paths.events} variant="outline" size="sm">
        Create events
      </LinkButton>
    ),
  },
  {
    key: 'company',
    title: 'Share the sign-up link',
    detail: steps.company ? 'The first company has signed up.' : 'Done once the first company has signed up.',
    isDone: steps.company,
    action: <ShareSignup />,
  },
  {
    key: 'email',
    title: 'Send yourself a test email',
    detail: 'Check that emails arrive before companies wait for them.',
    isDone: steps.email,
    action: <TestEmailButton />,
  },
  {
    key: 'backups',
    title: 'Switch on backups',
    detail: steps.backups ? 'A backup is made every night.' : 'Set BACKUP_DIR on the server for a nightly backup.',
    isDone: steps.backups,
  },
]

function ShareSignup() {
  const address = `${location.origin}${paths.signup}`
  return (
    <Popover
      label="Sign-up link"
      trigger={
        <Button variant="outline" size="sm">
          Show link
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-3">
        <LinkQrCode text={address} label="QR code of the sign-up page" />
        <p className="text-sm wrap-anywhere">{address}</p>
        <CopyButton text={address} label="Copy link" failure="Please copy the link manually" />
      </div>
    </Popover>
  )
}

function TestEmailButton() {
  const test = useTestEmail()
  return (
    <Button variant="outline" size="sm" pending={test.isPending} onClick={() => void test.run(undefined)}>
      Send test email
    </Button>
  )
}
