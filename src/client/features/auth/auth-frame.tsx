import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { paths } from '#client/platform/navigation/paths.ts'
import { cn } from '#client/ui/cn.ts'
import { BrandMark } from '#client/ui/display/brand-mark.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { branding } from '#contract/branding/branding.ts'
import { BendDrawing } from './bend-drawing.tsx'

type Scene = 'login' | 'signup'
type Props = { scene: Scene; credits: ReactNode; children: ReactNode }

/** Frame of signup and sign-in: the track on one side, the form on the other. */
export function AuthFrame({ scene, credits, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[9fr_11fr]">
      <SkipLink />
      {/* Dark tokens in both themes. */}
      <header className="dark relative flex shrink-0 flex-col overflow-hidden bg-ink-900 text-foreground max-lg:h-40 sm:max-lg:h-56 lg:sticky lg:top-0 lg:h-dvh">
        <div className="relative z-10 flex min-h-16 shrink-0 items-center justify-between gap-3 px-4 sm:px-8 lg:px-12 lg:pt-8">
          <Link href={paths.home} className="inline-flex min-h-11 items-center rounded-md">
            <BrandMark name={branding.initiative} />
          </Link>
          <div className="flex lg:hidden">
            <HelpButton />
            <ThemeToggle />
          </div>
        </div>
        <Words scene={scene} />
        <BendDrawing className="max-lg:absolute max-lg:right-0 max-lg:bottom-0 max-lg:h-[calc(100%-4rem)] max-lg:w-1/2 lg:mt-8 lg:min-h-0 lg:w-full lg:flex-1" />
      </header>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <div className="absolute top-6 right-6 z-10 flex max-lg:hidden">
          <HelpButton />
          <ThemeToggle />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className={cn('flex flex-1 justify-center px-4 pt-8 sm:px-8 sm:pt-12 md:items-center', padding[scene])}
        >
          <div className={cn('w-full', scene === 'signup' ? 'max-w-xl' : 'max-w-md')}>{children}</div>
        </main>
        <div className={footer[scene]}>{credits}</div>
      </div>
    </div>
  )
}

const padding: Record<Scene, string> = { login: 'pb-32', signup: 'pb-10' }

const footer: Record<Scene, string> = {
  // Fixed as specified, except on a low screen, where it would cover the form.
  login:
    'border-t bg-background max-sm:[&_footer]:text-xs [&_footer>div]:py-3 not-short:fixed not-short:inset-x-0 not-short:bottom-0 lg:not-short:left-[45%]',
  signup: 'border-t',
}

const steps = [
  ['Create the account', 'One account per company, with a contact person.'],
  ['Enter your team size', 'We ask for it after your first sign-in.'],
  ['Send the first proof', 'Send six photos or videos of a task to earn your first points.'],
]

function Words({ scene }: { scene: Scene }) {
  return (
    <div className="relative z-10 shrink-0 px-4 sm:px-8 lg:px-12 lg:pt-[7vh]">
      <p className="max-w-44 font-display text-xl font-extrabold tracking-tight text-balance sm:max-w-64 sm:text-3xl lg:max-w-104 lg:text-4xl lg:tracking-tighter">
        {branding.eventName}
      </p>
      {scene === 'login' ? (
        <p className="mt-5 max-w-96 text-lg text-muted-foreground max-lg:hidden">
          See your team’s rank and which tasks bring points today.
        </p>
      ) : (
        <ol className="mt-8 flex max-w-104 flex-col gap-4 max-lg:hidden">
          {steps.map(([title, text], index) => (
            <li key={title} className="flex gap-4">
              <span
                aria-hidden="true"
                className={cn(
                  'flex size-8 shrink-0 items-center justify-center rounded-full font-display font-extrabold',
                  index === 0 ? 'bg-primary text-primary-foreground' : 'bg-accent',
                )}
              >
                {index + 1}
              </span>
              <span>
                <strong className="block font-semibold">{title}</strong>
                <span className="text-muted-foreground">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
