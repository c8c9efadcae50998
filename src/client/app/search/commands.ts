import { useQuery } from '@tanstack/react-query'
import { Braces, ClipboardCheck, FileText, History, LogOut, Moon, Plus, ScanLine, ScrollText, Sun } from 'lucide-react'
import { managedEvents } from '#client/features/events/queries.ts'
import type { SearchEntry, SearchGroup } from '#client/features/search/entries.ts'
import { momentOf } from '#client/platform/formats/dates.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { toggleTheme, useTheme } from '#client/ui/theme/theme.ts'
import { isOver } from '#contract/events/rules.ts'
import type { Role } from '../pages.ts'
import { navigationOf } from '../shell/navigation.ts'

type Given = { role: Role; isOpen: boolean; onLogOut: () => void; onCreateTask: () => void }

/** Actions of a role that work on every page, and links to its pages. */
export function useCommands({ role, isOpen, onLogOut, onCreateTask }: Given): SearchGroup[] {
  const isAdmin = role === 'administrator'
  const theme = useTheme()
  const nextEvent = useNextEvent(isAdmin && isOpen)
  const actions: SearchEntry[] = [
    ...(isAdmin
      ? [command('Create task', Plus, onCreateTask), command('Start reviewing', ClipboardCheck, paths.review)]
      : []),
    ...(nextEvent
      ? [{ ...command('Open the door', ScanLine, `${paths.attendees(nextEvent.id)}#door`), detail: nextEvent.text }]
      : []),
    theme === 'dark' ? command('Light theme', Sun, toggleTheme) : command('Dark theme', Moon, toggleTheme),
  ]
  const pages = navigationOf(role).items.map(({ label, href, icon }) => command(label, icon, href))
  const doing = { name: 'Actions', entries: actions }
  const going = { name: 'Go to', entries: isAdmin ? withoutDoubles([...pages, ...morePages]) : pages }
  // Nobody may be logged out by an Enter that was meant for a search.
  const logOut: SearchEntry = { ...command('Log out', LogOut, onLogOut), kind: 'other' }
  return [...(isAdmin ? [doing, going] : [going, doing]), { name: 'Account', entries: [logOut], isLast: true }]
}

/** Pages and sections of administrators without an item in the sidebar. */
const morePages = [
  command('Reports', FileText, paths.reports),
  command('Decided proofs', History, paths.decided),
  command('Activity', ScrollText, paths.activity),
  command('API documentation', Braces, paths.apiDocs),
]

const withoutDoubles = (entries: SearchEntry[]) =>
  entries.filter((entry, nth) => entries.findIndex(({ target }) => target === entry.target) === nth)

function command(label: string, icon: SearchEntry['icon'], target: SearchEntry['target']): SearchEntry {
  return { key: `command ${label}`, kind: 'command', label, icon, target }
}

/** The event whose door opens next, or is open. */
function useNextEvent(isAsked: boolean): { id: string; text: string } | undefined {
  const { data } = useQuery({ ...managedEvents, enabled: isAsked })
  const now = new Date()
  // Unasked, a company's events may be in the cache.
  const next = isAsked ? data?.find((event) => event.eventDate && !event.cancelledAt && !isOver(event, now)) : undefined
  return next?.eventDate ? { id: next.id, text: `${next.title} · ${momentOf(next.eventDate)}` } : undefined
}
