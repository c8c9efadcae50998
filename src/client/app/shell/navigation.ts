import { CalendarDays, ChartColumn, ClipboardCheck, FileText, House, Trophy } from 'lucide-react'
import { paths } from '#client/platform/navigation/paths.ts'
import type { PhoneBarItem } from '#client/ui/layout/phone-bar.tsx'
import type { SidebarItem } from '#client/ui/layout/sidebar.tsx'
import { listPages, type Page, type Role } from '../pages.ts'

type Navigation = { label: string; items: SidebarItem[] }

/** Sections and views of the administrators' dashboard in the sidebar, each after the item of a page. */
const sections = [
  { after: paths.tasks, label: 'Proof Approval', href: paths.proofApproval, icon: ClipboardCheck },
  { after: paths.events, label: 'Analytics', href: paths.analytics, icon: ChartColumn },
  { after: paths.events, label: 'Reports', href: paths.reports, icon: FileText },
]

/** Views that replace the administrators' dashboard, by hash; each has its own title. */
const dashboardViews: Record<string, string> = { '#analytics': 'Analytics', '#reports': 'Reports' }

const company: Navigation = { label: 'Company Portal', items: listItems('company') }

const administration: Navigation = {
  label: 'Administration',
  items: listItems('administrator').flatMap((item) => [item, ...sections.filter(({ after }) => after === item.href)]),
}

export const navigationOf = (role: Role) => (role === 'administrator' ? administration : company)

/**
 * Href of the highlighted item for a page of the contract. Four administrators' items share a page and differ by its
 * hash.
 */
export function activeItem({ items }: Navigation, address: string | undefined, hash: string): string | undefined {
  const page = address === paths.admin ? paths.home : address
  const section = items.find(({ href }) => href.includes('#') && href === page + hash)
  const isUnder = ({ href }: SidebarItem) =>
    href !== paths.home && ['/', '?'].some((sign) => page?.startsWith(href + sign))
  return (section ?? items.find(({ href }) => href === page) ?? items.find(isUnder))?.href
}

/** Title of a page, or of the view that its hash opens. */
export function titleOf(page: Page, hash: string): string {
  const isDashboard = page.role === 'administrator' && (page.path === paths.home || page.path === paths.admin)
  return (isDashboard && dashboardViews[hash]) || page.title
}

/** `item` is the sidebar's item with which it is highlighted, where its link goes further. */
type Shortcut = Omit<PhoneBarItem, 'current'> & { item?: string }

const home = { label: 'Home', href: paths.home, icon: House }
const events = { label: 'Events', href: paths.events, icon: CalendarDays }

const shortcuts: Record<'company' | 'administrator', Shortcut[]> = {
  company: [home, { label: 'Board', href: paths.leaderboard, icon: Trophy }, events],
  administrator: [
    home,
    { label: 'Review', href: paths.review, icon: ClipboardCheck, item: paths.proofApproval },
    events,
  ],
}

/** Items of the phone's bar. */
export const shortcutsOf = (role: Role, active: string | undefined): PhoneBarItem[] =>
  shortcuts[role === 'administrator' ? role : 'company'].map(({ item, ...shortcut }) => ({
    ...shortcut,
    current: (item ?? shortcut.href) === active,
  }))

function listItems(role: Role): SidebarItem[] {
  return listPages(role).flatMap(({ title, address, icon }) => (icon ? [{ label: title, href: address, icon }] : []))
}
