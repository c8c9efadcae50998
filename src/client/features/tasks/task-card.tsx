import { ExternalLink, Flame, Medal } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { caloriesText, pointsText } from '#client/platform/formats/amounts.ts'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { cn } from '#client/ui/cn.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { TutorialDrawing } from './task-card-drawing.tsx'
import { TaskTimes } from './task-times.tsx'

/** `action` gets the id of the title for `aria-describedby`. */
export type TaskAction = (task: Task, titleId: string) => ReactNode

export function TaskCard({ task, action }: { task: Task; action: TaskAction }) {
  const titleId = useId()
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const tutorial = task.youtubeUrl && /^https?:\/\//i.test(task.youtubeUrl) ? task.youtubeUrl : undefined
  return (
    <article
      aria-labelledby={titleId}
      className="@container min-w-0 rounded-lg border border-border bg-surface p-4 sm:p-5"
    >
      <div className="flex min-w-0 flex-col gap-4 @lg:flex-row @lg:gap-6">
        <div className="flex min-w-0 flex-1 flex-col gap-2 @lg:gap-3">
          <div>
            <h4 id={titleId} dir="auto" className="font-display text-lg font-bold wrap-anywhere">
              {task.title}
            </h4>
            {task.description && <Description text={task.description} isWhole={isWhole} onLong={setLong} />}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p className="flex flex-wrap gap-2">
              <Badge tone="points" icon={Medal}>
                {pointsText(task.pointsReward)}
              </Badge>
              <Badge tone="calories" icon={Flame}>
                {caloriesText(task.caloriesBurned)}
              </Badge>
            </p>
            {(isLong || isWhole) && (
              <button
                type="button"
                aria-expanded={isWhole}
                aria-describedby={titleId}
                onClick={() => setWhole(!isWhole)}
                className="inline-flex min-h-6 items-center text-sm font-semibold text-link underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                {isWhole ? 'Show less' : 'Show all'}
              </button>
            )}
          </div>
          <TaskTimes task={task} />
          {action(task, titleId)}
        </div>
        {tutorial && (
          <a
            href={tutorial}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={titleId}
            className="group flex shrink-0 items-center gap-3 self-start rounded-md @lg:w-44 @lg:flex-col @lg:items-stretch @lg:gap-2"
          >
            <span className="w-20 shrink-0 overflow-hidden rounded-md @2xs:w-28 @lg:w-full">
              <TutorialDrawing taskId={task.id} />
            </span>
            <span className={buttonStyles({ variant: 'outline', size: 'sm', className: 'group-hover:bg-accent' })}>
              Watch Tutorial
              <ExternalLink aria-hidden="true" />
              <span className="sr-only">(opens in a new tab)</span>
            </span>
          </a>
        )}
      </div>
    </article>
  )
}

type DescriptionProps = { text: string; isWhole: boolean; onLong: (isLong: boolean) => void }

/** Two lines on a phone, which keeps the button below visible; four on larger screens. */
function Description({ text, isWhole, onLong }: DescriptionProps) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || isWhole) return
    const measure = () => onLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [isWhole, onLong])
  return (
    <p
      ref={paragraph}
      dir="auto"
      className={cn(
        'mt-1 max-w-prose whitespace-pre-line wrap-anywhere text-muted-foreground',
        !isWhole && 'line-clamp-2 @lg:line-clamp-4',
      )}
    >
      {text}
    </p>
  )
}
