import { lazy, Suspense } from 'react'
import { useSignedOutReason } from '#client/platform/session/signed-out.ts'

// Few people ever see it: it is no part of the first download.
const SignedOutNotice = lazy(() =>
  import('./signed-out-notice.tsx').then((module) => ({ default: module.SignedOutNotice })),
)

/** Nobody is signed out by someone else without being told why. */
export function SignedOutStatus() {
  const reason = useSignedOutReason()
  return (
    // There before it has something to say: otherwise a screen reader would not say it.
    <div role="status">
      {reason && (
        <Suspense>
          <SignedOutNotice reason={reason} />
        </Suspense>
      )}
    </div>
  )
}
