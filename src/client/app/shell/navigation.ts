import {
  Building2,
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  LayoutDashboard,
  ListChecks,
  Settings,
  ShieldUser,
  Trophy,
} from 'lucide-react'
import { paths } from '#client/platform/navigation/paths.ts'
import type { SidebarItem } from '#client/ui/layout/sidebar.tsx'
import type { Role } from '../pages.ts'

type Navigation = { label: string; items: SidebarItem[] }

const dashboard = { label: 'Dashboard', href: paths.home, icon: LayoutDashboard }
const events = { label: 'Events', href: paths.events, icon: CalendarDays }

const company: Navigation = {
  label: 'Company Portal',
  items: [
    dashboard,
    { label: 'Leaderboard', href: paths.leaderboard, icon: Trophy },
    events,
    { label: 'Settings', href: paths.settings, icon: Settings },
  ],
}

const administration: Navigation = {
  label: 'Administration',
  items: [
    dashboard,
    { label: 'Companies', href: paths.companies, icon: Building2 },
    { label: 'Administrators', href: paths.administrators, icon: ShieldUser },
    { label: 'Tasks', href: paths.tasks, icon: ListChecks },
    { label: 'Proof Approval', href: paths.proofApproval, icon: ClipboardCheck },
    events,
    { label: 'Analytics', href: paths.analytics, icon: ChartColumn },
  ],
}

export const navigationOf = (role: Role) => (role === 'administrator' ? administration : company)

/** The one item that is lit. Three of the administrators' items share a page and differ by its section. */
export function activeItem({ items }: Navigation, path: string, hash: string): string | undefined {
  const page = path === paths.admin ? paths.home : path
  const section = items.find(({ href }) => href.includes('#') && href === page + hash)
  const under = ({ href }: SidebarItem) => page === href || (href !== paths.home && page.startsWith(`${href}/`))
  return (section ?? items.find(under))?.href
}
