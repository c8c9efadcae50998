import { sentenceOf } from '#client/platform/forms.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { FormAlert, FormHeading } from '../form-parts.tsx'
import { useConfirmAddress } from '../queries.ts'

type Props = { token: string; onDone: () => void }

/** Opened by the link of the welcome email. It takes a press, because mail programs open links automatically. */
export function ConfirmAddressForm({ token, onDone }: Props) {
  useScreenTitle('Confirm your address')
  const { mutate, error, isPending, isSuccess } = useConfirmAddress()
  return (
    <>
      <FormHeading title={isSuccess ? 'Your address is confirmed' : 'Confirm your email address'}>
        {isSuccess ? 'Thank you. Our emails reach you.' : 'Press the button so we know our emails reach you.'}
      </FormHeading>
      <div className="flex flex-col items-start gap-5">
        <p role="status" className="sr-only">
          {isSuccess && 'Your address is confirmed.'}
        </p>
        {error && <FormAlert>{sentenceOf(error, 'This could not be saved. Please try again.')}</FormAlert>}
        {isSuccess ? (
          <Button size="lg" autoFocus onClick={onDone}>
            Continue
          </Button>
        ) : (
          <>
            <Button size="lg" pending={isPending} pendingLabel="Saving..." onClick={() => mutate({ token })}>
              Confirm this address
            </Button>
            <Button variant="ghost" className="-ml-4" onClick={onDone}>
              Not now
            </Button>
          </>
        )}
      </div>
    </>
  )
}
