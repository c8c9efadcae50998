import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Lock } from 'lucide-react'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Switch } from '#client/ui/forms/checkbox.tsx'
import type { NotificationChoices } from '#contract/notifications/endpoints.ts'
import {
  type NotificationKind,
  necessaryEmails,
  notificationKinds,
  notificationWords,
} from '#contract/notifications/kinds.ts'
import { notificationChoices, useChangeNotificationChoices, useSendConfirmationLink } from './queries.ts'

/** Switches for the company's emails. Each one is saved separately. */
export function EmailChoices() {
  const query = useQuery(notificationChoices)
  return (
    <section
      aria-labelledby="emails"
      className="mt-8 grid gap-x-10 gap-y-5 border-t border-border pt-6 lg:grid-cols-[1fr_2fr]"
    >
      <div>
        <h2 id="emails" className="text-lg">
          Emails
        </h2>
        <p className="mt-1 text-muted-foreground">
          What we write to you about. Between 21:00 and 07:00 only what you are waiting for is sent.
        </p>
      </div>
      <QuerySection
        query={query}
        failure="Your choice of emails could not be loaded."
        skeleton={<Skeleton className="h-80" />}
      >
        {(data) => <Choices {...data} />}
      </QuerySection>
    </section>
  )
}

function Choices({ address, account, choices }: NotificationChoices) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {address && (
        <p>
          They go to <span className="font-semibold break-all">{address}</span>.
        </p>
      )}
      <AccountAddress {...account} />
      <ul className="flex flex-col gap-4">
        {notificationKinds.map((kind) => (
          <li key={kind}>
            <Choice kind={kind} isChosen={choices[kind]} />
          </li>
        ))}
      </ul>
      <div>
        <h3 className="font-semibold">Always sent</h3>
        <p className="text-sm text-muted-foreground">These emails are necessary and cannot be switched off.</p>
        <ul className="mt-3 flex flex-col gap-3">
          {necessaryEmails.map(({ title, hint }) => (
            <li key={title} className="flex gap-3">
              <Lock aria-hidden="true" className="mx-3 mt-1 size-5 shrink-0 text-muted-foreground" />
              <span className="flex flex-col">
                <span className="font-medium">{title}</span>
                <span className="text-sm text-muted-foreground">{hint}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Choice({ kind, isChosen }: { kind: NotificationKind; isChosen: boolean }) {
  const change = useChangeNotificationChoices()
  const { title, hint } = notificationWords[kind]
  // Optimistic: displays the new state during the request.
  const isOn = (change.isPending ? change.variables[kind] : undefined) ?? isChosen
  return (
    <Switch
      label={title}
      hint={hint}
      checked={isOn}
      onChange={({ target }) => !change.isPending && void change.run({ [kind]: target.checked })}
    />
  )
}

/** Address of the account, for emails such as a new password. Only its owner can confirm it. */
function AccountAddress({ email, isConfirmed }: NotificationChoices['account']) {
  const sending = useSendConfirmationLink()
  if (isConfirmed)
    return (
      <p className="flex items-start gap-2 text-muted-foreground">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0">
          You confirmed <span className="break-all">{email}</span>, with which you sign in.
        </span>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        Please confirm <span className="font-semibold break-all">{email}</span>, with which you sign in: we emailed you
        a link.
      </p>
      <Button
        variant="outline"
        pending={sending.isPending}
        pendingLabel="Sending..."
        onClick={() => void sending.run()}
      >
        Send it again
      </Button>
    </div>
  )
}
