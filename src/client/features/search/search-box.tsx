import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { filterEntries, type SearchEntry, type SearchGroup } from './entries.ts'
import { recentEntries } from './recent-entries.ts'
import { ResultList } from './result-list.tsx'
import { useSearch } from './use-search.ts'

interface SearchBoxProps {
  user: { id: string; isAdmin: boolean }
  commands: SearchGroup[]
  onChoose: (entry: SearchEntry, inNewTab: boolean) => void
}

/** A combobox with a list that is always open (ARIA: listbox popup). The focus stays in the field. */
export function SearchBox({ user, commands, onChoose }: SearchBoxProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const { groups: found, isBehind, hasFailed } = useSearch(typed, user.isAdmin)
  const [recent] = useState(() => recentEntries(user.id))
  const matching = filterEntries(commands, typed)
  const offered = typed
    ? [...matching.filter(({ isLast }) => !isLast), ...found, ...matching.filter(({ isLast }) => isLast)]
    : [{ name: 'Recent', entries: recent }, ...commands]
  const groups = offered.filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap((group) => group.entries)
  const [activeKey, setActiveKey] = useState<string>()
  const active = entries.find(({ key }) => key === activeKey) ?? entries[0]
  const list = useId()
  const idOf = ({ key }: SearchEntry) => `${list}${key.replace(/\s/g, '-')}`
  const activeId = active && idOf(active)

  // Enter pressed before the answer takes the first entry of the answer.
  const isEnterWaiting = useRef(false)
  useEffect(() => {
    if (isBehind || !isEnterWaiting.current) return
    isEnterWaiting.current = false
    if (active) onChoose(active, false)
  })

  function move(step: number) {
    const next = entries.at(((active ? entries.indexOf(active) : -1) + step) % entries.length)
    setActiveKey(next?.key)
    if (next) document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter and arrows that choose a word of an input method belong to it.
    if (event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    }
    if (key === 'Enter') {
      event.preventDefault()
      // Commands are filtered at once, so they are never behind.
      if (isBehind && active?.kind !== 'command') isEnterWaiting.current = true
      else if (active) onChoose(active, ctrlKey || metaKey)
    }
  }

  const isEmpty = entries.length === 0 && !isBehind
  const notice = hasFailed ? failure : isEmpty ? `Nothing matches “${typed}”.` : undefined
  return (
    <>
      <div className="sticky top-0 flex rounded-t-lg items-center gap-3 border-b border-border bg-raised py-2 pr-14 pl-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder={user.isAdmin ? 'Companies, people, tasks, events…' : 'Tasks, events, submissions…'}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActiveKey(undefined)
            isEnterWaiting.current = false
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-lg placeholder:text-muted-foreground focus:outline-none forced-colors:focus:outline-2"
        />
      </div>
      <p role="status" className="sr-only">
        {hasFailed ? failure : typed && !isBehind ? countOf(entries) : ''}
      </p>
      <ResultList
        id={list}
        groups={groups}
        typed={typed}
        active={active}
        idOf={idOf}
        onPoint={({ key }) => setActiveKey(key)}
        onChoose={onChoose}
      />
      {notice && <p className="px-5 py-4 wrap-anywhere text-muted-foreground">{notice}</p>}
      <p
        aria-hidden="true"
        className="mt-auto flex gap-4 border-t border-border px-4 py-2 text-sm text-muted-foreground max-sm:hidden short:hidden pointer-coarse:hidden"
      >
        <span className="flex items-center gap-1.5">
          <KeyCap>↑</KeyCap>
          <KeyCap>↓</KeyCap> Move
        </span>
        <span className="flex items-center gap-1.5">
          <KeyCap>↵</KeyCap> Open
        </span>
        <span className="flex items-center gap-1.5">
          <KeyCap>Esc</KeyCap> Close
        </span>
      </p>
    </>
  )
}

const failure = 'Couldn’t search. Please check your network and try again.'

function countOf({ length }: SearchEntry[]): string {
  if (length === 0) return 'No results'
  return length === 1 ? '1 result' : `${length} results`
}
