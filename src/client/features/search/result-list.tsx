import { cn } from '#client/ui/cn.ts'
import type { SearchEntry, SearchGroup } from './entries.ts'
import { findMatches } from './find-matches.ts'

interface ResultListProps {
  id: string
  groups: SearchGroup[]
  typed: string
  active: SearchEntry | undefined
  idOf: (entry: SearchEntry) => string
  onPoint: (entry: SearchEntry) => void
  onChoose: (entry: SearchEntry, inNewTab: boolean) => void
}

/** The listbox of the field, which keeps the focus. */
export function ResultList({ id, groups, typed, active, idOf, onPoint, onChoose }: ResultListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      hidden={groups.length === 0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2 short:flex-none short:overflow-visible"
    >
      {groups.map(({ name, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset groups form fields.
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm font-semibold text-muted-foreground">
            {name}
          </p>
          {entries.map((entry) => (
            <Result
              key={entry.key}
              id={idOf(entry)}
              entry={entry}
              typed={typed}
              isActive={entry === active}
              onPoint={() => onPoint(entry)}
              onChoose={(inNewTab) => onChoose(entry, inNewTab)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface ResultProps {
  id: string
  entry: SearchEntry
  typed: string
  isActive: boolean
  onPoint: () => void
  onChoose: (inNewTab: boolean) => void
}

function Result({ id, entry: { label, detail, icon: Icon }, typed, isActive, onPoint, onChoose }: ResultProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names it by aria-activedescendant.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      data-highlighted={isActive ? '' : undefined}
      // Not `onPointerEnter`: a list that scrolls under a resting pointer must not choose.
      onPointerMove={() => !isActive && onPoint()}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
      className={cn('flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5', isActive && 'bg-accent')}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Marked text={label} typed={typed} />
        </span>
        {detail && (
          <span className="block truncate text-sm text-muted-foreground">
            <Marked text={detail} typed={typed} />
          </span>
        )}
      </span>
    </div>
  )
}

/** Bold and underlined, so that a match is seen without colours too. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return findMatches(text, typed).map(({ at, text: part, isMatch }) =>
    isMatch ? (
      <mark
        key={at}
        className="bg-transparent font-bold text-foreground underline decoration-primary decoration-2 underline-offset-3"
      >
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
