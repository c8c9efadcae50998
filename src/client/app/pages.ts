import { matchRoute, type Parser } from 'wouter'
import { paths } from '#client/platform/navigation/paths.ts'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { lazyPage, type View } from './lazy-page.ts'
import type { PageShape } from './shell/page-skeleton.tsx'

export type Role = 'visitor' | 'company' | 'administrator'

export type Page = {
  path: string
  /** Only with this query: without it the address is none of this role's. */
  query?: [name: string, value: string]
  role: Role | 'everyone'
  title: string
  /** The skeleton while it loads. */
  shape: PageShape
  View: View
}

/** Comes with its content where it is the first page; needed here when somebody comes back to it. */
export const Landing = lazyPage(() => import('./landing.tsx'), 'Landing')
const eventPage = lazyPage(() => import('./screens/event-address.tsx'), 'EventAddress')
const administratorHome = lazyPage(() => import('./screens/admin-home.tsx'), 'AdminHome')

/** Every page but the landing page, with who may open it. */
export const pages: Page[] = [
  {
    path: paths.signup,
    role: 'visitor',
    title: 'Create Company Account',
    shape: 'form',
    View: lazyPage(() => import('#client/features/auth/signup-page.tsx'), 'SignupPage'),
  },
  {
    path: paths.login,
    role: 'visitor',
    title: 'Sign In',
    shape: 'form',
    View: lazyPage(() => import('#client/features/auth/login-page.tsx'), 'LoginPage'),
  },
  { path: '/e/:shortCode', role: 'everyone', title: 'Event Registration', shape: 'form', View: eventPage },
  { path: '/event-registration', role: 'everyone', title: 'Event Registration', shape: 'form', View: eventPage },
  {
    path: '/event-registration/:eventId',
    role: 'everyone',
    title: 'Event Registration',
    shape: 'form',
    View: eventPage,
  },

  {
    path: paths.home,
    role: 'company',
    title: 'Dashboard',
    shape: 'dashboard',
    View: lazyPage(() => import('./screens/company-home.tsx'), 'CompanyHome'),
  },
  {
    path: paths.leaderboard,
    role: 'company',
    title: 'Leaderboard',
    shape: 'list',
    View: lazyPage(() => import('#client/features/leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  },
  {
    path: paths.events,
    role: 'company',
    title: 'Events',
    shape: 'list',
    View: lazyPage(() => import('#client/features/events/events-page.tsx'), 'EventsPage'),
  },
  {
    path: paths.settings,
    role: 'company',
    title: 'Settings',
    shape: 'form',
    View: lazyPage(() => import('./screens/company-settings.tsx'), 'CompanySettings'),
  },

  { path: paths.home, role: 'administrator', title: 'Dashboard', shape: 'dashboard', View: administratorHome },
  { path: paths.admin, role: 'administrator', title: 'Dashboard', shape: 'dashboard', View: administratorHome },
  {
    // The address people share for the hall; administrators have no leaderboard page beside it.
    path: paths.leaderboard,
    query: ['screen', '1'],
    role: 'administrator',
    title: 'Leaderboard',
    shape: 'list',
    View: lazyPage(() => import('#client/features/leaderboard/screen/big-screen-page.tsx'), 'BigScreenPage'),
  },
  {
    path: paths.companies,
    role: 'administrator',
    title: 'Companies',
    shape: 'table',
    View: lazyPage(() => import('#client/features/companies/management/companies-page.tsx'), 'CompaniesPage'),
  },
  {
    path: paths.administrators,
    role: 'administrator',
    title: 'Administrators',
    shape: 'table',
    View: lazyPage(() => import('./screens/administrators.tsx'), 'Administrators'),
  },
  {
    path: paths.tasks,
    role: 'administrator',
    title: 'Tasks',
    shape: 'list',
    View: lazyPage(() => import('#client/features/tasks/tasks-page.tsx'), 'TasksPage'),
  },
  {
    path: paths.events,
    role: 'administrator',
    title: 'Events',
    shape: 'list',
    View: lazyPage(() => import('#client/features/events/events-management-page.tsx'), 'EventsManagementPage'),
  },
  {
    path: paths.attendees(':eventId'),
    role: 'administrator',
    title: 'Attendees',
    shape: 'table',
    View: lazyPage(() => import('./screens/attendees-home.tsx'), 'AttendeesHome'),
  },
  {
    path: paths.apiDocs,
    role: 'administrator',
    title: 'API',
    shape: 'list',
    View: lazyPage(() => import('#client/features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
  },
]

export function roleOf(user: CurrentUser | null): Role {
  if (!user) return 'visitor'
  return user.isAdmin ? 'administrator' : 'company'
}

export function findPage(parser: Parser, role: Role, path: string, search: string): Page | undefined {
  const params = new URLSearchParams(search)
  return pages.find(
    (page) =>
      (page.role === role || page.role === 'everyone') &&
      matchRoute(parser, page.path, path)[0] &&
      (!page.query || params.get(page.query[0]) === page.query[1]),
  )
}
