import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'

export function NotFoundPage() {
  return (
    <div className="flex flex-col items-start gap-4 py-10 sm:py-16">
      <OffTrack />
      <h1 className="text-3xl">404 Page Not Found</h1>
      <p className="max-w-prose text-lg text-muted-foreground">
        We can’t find this page. It may have moved, or your account has no access to it.
      </p>
      <LinkButton href={paths.home} size="lg" className="mt-2">
        Go to the dashboard
      </LinkButton>
    </div>
  )
}

/** Drawing: three lanes in a bend, whose middle runner has left the lane. */
function OffTrack() {
  return (
    <svg viewBox="0 0 240 110" fill="none" aria-hidden="true" className="h-28 text-lane">
      {[0, 18, 36].map((inset) => (
        <path
          key={inset}
          d={`M${8 + inset} 108V${104}A${112 - inset} ${96 - inset} 0 0 1 ${232 - inset} 104V108`}
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      ))}
      <path
        d="M26 108V104A94 78 0 0 1 120 26C150 26 168 22 196 10"
        stroke="var(--color-primary)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 9"
      />
      <circle cx="202" cy="8" r="6" fill="var(--color-primary)" />
    </svg>
  )
}
