import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface SearchInputProps {
  label: string
  placeholder?: string
  /** The current search, which may change from outside, for instance by the back button. */
  value: string
  onSearch: (text: string) => void
  className?: string
}

const pauseInTyping = 250

export function SearchInput({ label, placeholder, value, onSearch, className }: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const searched = useRef(value)

  // Searches of this input return as `value` during typing; only other changes may replace the text.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    window.clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // Debounced: read the latest callback, because a filter may change before it fires.
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  }, [onSearch])

  function search(text: string) {
    window.clearTimeout(timer.current)
    const query = text.trim()
    if (query === searched.current) return
    searched.current = query
    latest.current(query)
  }

  function clear() {
    setTyped('')
    search('')
    input.current?.focus()
  }

  return (
    <Field label={label} hideLabel className={className}>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder ?? label}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            window.clearTimeout(timer.current)
            timer.current = window.setTimeout(() => search(target.value), pauseInTyping)
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') search(typed)
            if (key === 'Escape') clear()
          }}
          className="pr-11 pl-10 [&::-webkit-search-cancel-button]:appearance-none"
        />
        {typed && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        )}
      </div>
    </Field>
  )
}
