import type { LucideIcon } from 'lucide-react'
import { plainText } from '#contract/text/matching.ts'

/** A line of the dialog: a place to go to, or something to do. */
export interface SearchEntry {
  /** Unique in the dialog. */
  key: string
  /** Things are remembered as recent; commands are taken before the answer of a search is there. */
  kind: 'command' | 'thing' | 'other'
  label: string
  detail?: string
  icon: LucideIcon
  /** An address of the product, or what to do. */
  target: string | (() => void)
}

export interface SearchGroup {
  name: string
  entries: SearchEntry[]
  /** Stands below what is found. */
  isLast?: boolean
}

/** Keeps the entries of which each typed word begins a word. */
export function filterEntries(groups: SearchGroup[], typed: string): SearchGroup[] {
  const words = wordsOf(typed)
  const matches = ({ label }: SearchEntry) =>
    words.every((word) => wordsOf(label).some((other) => other.startsWith(word)))
  return groups.map((group) => ({ ...group, entries: group.entries.filter(matches) }))
}

const wordsOf = (text: string) => plainText(text).split(/\s+/).filter(Boolean)
