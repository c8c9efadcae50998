export type PageRole = 'everyone' | 'visitor' | 'company' | 'administrator'

/**
 * Every page with its title, by role. Other addresses are not found for signed-in people; everybody else gets the
 * landing page. The client's table (client/app/pages.ts) has a component for each.
 */
export const pages = {
  everyone: {
    '/e/:shortCode': 'Event Registration',
    '/event-registration': 'Event Registration',
    '/event-registration/:eventId': 'Event Registration',
  },
  visitor: {
    '/signup': 'Create Company Account',
    '/login': 'Sign In',
  },
  company: {
    '/': 'Dashboard',
    '/?view=numbers': 'Numbers',
    '/leaderboard': 'Leaderboard',
    '/events': 'Events',
    '/settings': 'Settings',
  },
  administrator: {
    '/': 'Dashboard',
    '/admin': 'Dashboard',
    // The address for the hall's big screen; administrators have no leaderboard page beside it.
    '/leaderboard?screen=1': 'Leaderboard',
    '/companies': 'Companies',
    '/companies?company=:id': 'Company',
    '/tasks': 'Tasks',
    '/administrators': 'Administrators',
    '/events': 'Events',
    '/events/:eventId/attendees': 'Attendees',
    '/api/docs': 'API',
  },
} as const satisfies Record<PageRole, Record<string, string>>

export type PagePath = { [Role in PageRole]: keyof (typeof pages)[Role] }[PageRole]

const patternOf = (page: string) => {
  const [path = '', query = ''] = page.split('?')
  return { page, path: new RegExp(`^${path === '/' ? '' : path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'), query }
}

const patterns = Object.fromEntries(
  Object.entries(pages).map(([role, titles]) => [role, Object.keys(titles).map(patternOf)]),
) as Record<PageRole, ReturnType<typeof patternOf>[]>

/** Finds the page for an address, first one with a query that matches; returns it as written above. */
export function findPagePath(role: PageRole, url: string): string | undefined {
  const [path = '', search] = url.split('?')
  const given = new URLSearchParams(search)
  const matches = ([name, value]: [string, string]) =>
    value.startsWith(':') ? given.get(name) : given.get(name) === value
  const found = patterns[role].filter(
    (page) => page.path.test(path) && [...new URLSearchParams(page.query)].every(matches),
  )
  return (found.find(({ query }) => query) ?? found[0])?.page
}

export const isPageFor = (role: PageRole, url: string) => findPagePath(role, url) !== undefined
