import { lazy, Suspense } from 'react'
import { useSignedOutReason } from '#client/platform/session/signed-out.ts'

// Lazy, because few people see it.
const SignedOutNotice = lazy(() =>
  import('./signed-out-notice.tsx').then((module) => ({ default: module.SignedOutNotice })),
)

/** Gives the reason after a sign-out by another person. */
export function SignedOutStatus() {
  const reason = useSignedOutReason()
  return (
    // Rendered empty first: screen readers announce changes of an existing region only.
    <div role="status">
      {reason && (
        <Suspense>
          <SignedOutNotice reason={reason} />
        </Suspense>
      )}
    </div>
  )
}
