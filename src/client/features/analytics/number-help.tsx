import { CircleHelp } from 'lucide-react'
import { Popover } from '#client/ui/overlays/popover.tsx'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'

/** Explains a number and its formula. */
export function NumberHelp({ number }: { number: NumberName }) {
  const { name, sentence, formula } = definitions[number]
  return (
    <Popover
      label={`What is ${name}?`}
      trigger={
        <button
          type="button"
          aria-label={`What is this? ${name}`}
          className="inline-grid size-8 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:size-11 print:hidden"
        >
          <CircleHelp aria-hidden="true" className="size-4" />
        </button>
      }
    >
      <p className="font-display text-lg font-semibold">{name}</p>
      <p className="mt-1">{sentence}</p>
      <p className="mt-2 border-t border-border pt-2 text-sm text-muted-foreground">
        {name} = {formula}
      </p>
    </Popover>
  )
}
