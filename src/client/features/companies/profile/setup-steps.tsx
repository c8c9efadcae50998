import { cn } from '#client/ui/cn.ts'

const steps = [
  { title: 'Account', state: 'Done', share: 'w-full' },
  { title: 'Company profile', state: 'You are here', share: 'w-1/2', current: true },
  { title: 'First task', state: 'Waits on the dashboard', share: 'w-0' },
]

/** Progress of the setup as three lanes, one after the other. */
export function SetupSteps() {
  return (
    <ol className="dark flex flex-col gap-6 rounded-lg border border-border bg-surface p-6 text-foreground">
      {steps.map(({ title, state, share, current }) => (
        <li key={title} aria-current={current ? 'step' : undefined}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-display text-lg font-bold">{title}</span>
            <span className={cn('text-sm', current ? 'font-semibold text-primary-text' : 'text-muted-foreground')}>
              {state}
            </span>
          </div>
          <div aria-hidden="true" className="mt-2 h-5 rounded-full bg-accent">
            <div className={cn('relative h-full min-w-5 rounded-full', share !== 'w-0' && 'bg-primary', share)}>
              <span
                className={cn(
                  'absolute inset-y-0.5 right-0.5 size-4 rounded-full',
                  current ? 'bg-sun-400' : 'bg-sand-200',
                )}
              />
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
