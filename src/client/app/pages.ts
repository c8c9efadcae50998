import {
  Building2,
  CalendarDays,
  ChartColumn,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Settings,
  ShieldUser,
  Trophy,
} from 'lucide-react'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { findPagePath, type PageRole, pages } from '#contract/pages.ts'
import { lazyPage, type View } from './lazy-page.ts'
import type { PageShape } from './shell/page-skeleton.tsx'

export type Role = Exclude<PageRole, 'everyone'>

type ClientPage = {
  View: View
  /** Skeleton during the load. */
  shape?: PageShape
  /** Icon of its item in the sidebar; the label is the page's title. */
  icon?: LucideIcon
}

export type Page = ClientPage & {
  role: PageRole
  /** Path pattern of the contract, with its query. */
  address: string
  /** The pattern without its query. */
  path: string
  title: string
}

/** Server-rendered as a first page; this chunk serves a later navigation to it. */
export const Landing = lazyPage(() => import('./landing.tsx'), 'Landing')

/**
 * Component of every page, with sidebar items in their order. The build parses the imports
 * (scripts/build/page-modules.mjs).
 */
const views: { [Role in PageRole]: Record<keyof (typeof pages)[Role], ClientPage> } = {
  everyone: {
    '/e/:shortCode': { View: lazyPage(() => import('./screens/event-address.tsx'), 'EventAddress') },
    '/event-registration': { View: lazyPage(() => import('./screens/event-address.tsx'), 'EventAddress') },
    '/event-registration/:eventId': { View: lazyPage(() => import('./screens/event-address.tsx'), 'EventAddress') },
  },
  visitor: {
    '/signup': { View: lazyPage(() => import('#client/features/auth/signup-page.tsx'), 'SignupPage') },
    '/login': { View: lazyPage(() => import('#client/features/auth/login-page.tsx'), 'LoginPage') },
  },
  company: {
    '/': {
      View: lazyPage(() => import('./screens/company-home.tsx'), 'CompanyHome'),
      shape: 'dashboard',
      icon: LayoutDashboard,
    },
    '/?view=numbers': {
      View: lazyPage(() => import('./screens/company-numbers.tsx'), 'CompanyNumbersPage'),
      shape: 'numbers',
      icon: ChartColumn,
    },
    '/leaderboard': {
      View: lazyPage(() => import('#client/features/leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
      shape: 'list',
      icon: Trophy,
    },
    '/events': {
      View: lazyPage(() => import('#client/features/events/events-page.tsx'), 'EventsPage'),
      shape: 'list',
      icon: CalendarDays,
    },
    '/settings': {
      View: lazyPage(() => import('./screens/company-settings.tsx'), 'CompanySettings'),
      shape: 'form',
      icon: Settings,
    },
  },
  administrator: {
    '/': {
      View: lazyPage(() => import('./screens/admin-home.tsx'), 'AdminHome'),
      shape: 'dashboard',
      icon: LayoutDashboard,
    },
    '/admin': { View: lazyPage(() => import('./screens/admin-home.tsx'), 'AdminHome'), shape: 'dashboard' },
    '/leaderboard?screen=1': {
      View: lazyPage(() => import('#client/features/leaderboard/screen/big-screen-page.tsx'), 'BigScreenPage'),
      shape: 'list',
    },
    '/companies': {
      View: lazyPage(() => import('#client/features/companies/management/companies-page.tsx'), 'CompaniesPage'),
      shape: 'table',
      icon: Building2,
    },
    '/companies?company=:id': {
      View: lazyPage(() => import('./screens/company-page.tsx'), 'CompanyPage'),
      shape: 'dashboard',
    },
    '/administrators': {
      View: lazyPage(() => import('./screens/administrators.tsx'), 'Administrators'),
      shape: 'table',
      icon: ShieldUser,
    },
    '/tasks': {
      View: lazyPage(() => import('#client/features/tasks/tasks-page.tsx'), 'TasksPage'),
      shape: 'list',
      icon: ListChecks,
    },
    '/events': {
      View: lazyPage(() => import('#client/features/events/events-management-page.tsx'), 'EventsManagementPage'),
      shape: 'list',
      icon: CalendarDays,
    },
    '/events/:eventId/attendees': {
      View: lazyPage(() => import('./screens/attendees-home.tsx'), 'AttendeesHome'),
      shape: 'table',
    },
    '/api/docs': {
      View: lazyPage(() => import('#client/features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
      shape: 'list',
    },
  },
}

export function roleOf(user: CurrentUser | null): Role {
  if (!user) return 'visitor'
  return user.isAdmin ? 'administrator' : 'company'
}

/** Finds the page that a role may see at a path, with or without a query. */
export const findPage = (role: Role, url: string): Page | undefined => pageOf(role, url) ?? pageOf('everyone', url)

function pageOf(role: PageRole, url: string): Page | undefined {
  const address = findPagePath(role, url)
  return address === undefined ? undefined : listPages(role).find((page) => page.address === address)
}

export function listPages(role: PageRole): Page[] {
  const titles: Record<string, string> = pages[role]
  return Object.entries<ClientPage>(views[role]).map(([address, page]) => {
    const [path = ''] = address.split('?')
    return { ...page, role, address, path, title: titles[address] ?? '' }
  })
}
