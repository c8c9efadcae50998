import { useEffect, useRef } from 'react'
import { useUnsubscription } from '#client/features/notifications/queries.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { type NotificationKind, notificationKinds, notificationWords } from '#contract/notifications/kinds.ts'
import { FormAlert, FormHeading } from '../form-parts.tsx'

type Props = { token: string; kind: string | undefined; onDone: () => void }

const isKind = (kind: string | undefined): kind is NotificationKind => notificationKinds.some((known) => known === kind)

/** Opened by the link of an email. It takes a press to unsubscribe, because mail programs open links automatically. */
export function UnsubscribeForm({ token, kind, onDone }: Props) {
  useScreenTitle('Stop these emails')
  const { mutate, data, error, isPending } = useUnsubscription(token)
  const named = data?.kind ?? kind
  const kindText = isKind(named) ? notificationWords[named].topic : 'of this kind'
  const isOff = data?.wanted === false
  return (
    <>
      <FormHeading title={isOff ? 'Unsubscribed' : 'Stop these emails?'}>
        {isOff
          ? `We no longer send you emails ${kindText}.`
          : `You will get no more emails ${kindText}. Others still arrive.`}
      </FormHeading>
      <div className="flex flex-col items-start gap-5">
        <p role="status" className={data ? 'text-muted-foreground' : 'sr-only'}>
          {data &&
            (isOff ? 'Saved. You can switch them on again at any time.' : `Saved. You get emails ${kindText} again.`)}
        </p>
        {error && (
          <FormAlert>
            {error instanceof ApiProblem && error.status === 404
              ? 'This link is not complete. Please open it from the email again, or choose your emails in the settings.'
              : sentenceOf(error, 'This could not be saved. Please try again.')}
          </FormAlert>
        )}
        <PressButton
          key={String(isOff)}
          focused={data !== undefined}
          isOff={isOff}
          pending={isPending}
          onPress={mutate}
        />
        <a href={paths.settings} className="font-medium underline underline-offset-4">
          Choose all your emails in the settings
        </a>
        <Button variant="ghost" className="-ml-4" onClick={onDone}>
          Open the app
        </Button>
      </div>
    </>
  )
}

interface PressButtonProps {
  /** The pressed button disappears, so its successor takes the focus. */
  focused: boolean
  isOff: boolean
  pending: boolean
  onPress: (isSubscribed: boolean) => void
}

function PressButton({ focused, isOff, pending, onPress }: PressButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <Button
      ref={button}
      size="lg"
      variant={isOff ? 'outline' : 'primary'}
      pending={pending}
      pendingLabel="Saving..."
      onClick={() => onPress(isOff)}
    >
      {isOff ? 'Get them again' : 'Stop these emails'}
    </Button>
  )
}
