import { ChartColumn, ClipboardCheck, FileText } from 'lucide-react'
import { paths } from '#client/platform/navigation/paths.ts'
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

/** Href of the highlighted item. Four administrators' items share a page and differ by its hash. */
export function activeItem({ items }: Navigation, path: string, hash: string): string | undefined {
  const page = path === paths.admin ? paths.home : path
  const section = items.find(({ href }) => href.includes('#') && href === page + hash)
  const under = ({ href }: SidebarItem) => page === href || (href !== paths.home && page.startsWith(`${href}/`))
  return (section ?? items.find(under))?.href
}

/** Title of a page, or of the view that its hash opens. */
export function titleOf(page: Page, hash: string): string {
  const isDashboard = page.role === 'administrator' && (page.path === paths.home || page.path === paths.admin)
  return (isDashboard && dashboardViews[hash]) || page.title
}

function listItems(role: Role): SidebarItem[] {
  return listPages(role).flatMap(({ title, path, icon }) => (icon ? [{ label: title, href: path, icon }] : []))
}
