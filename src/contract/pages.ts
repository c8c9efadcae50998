type PageRole = 'everyone' | 'visitor' | 'company' | 'administrator'

/** Every page and who may open it. Whatever else a signed-in person asks for is not found; everybody else sees the landing page. */
export const pagePaths: Record<PageRole, string[]> = {
  everyone: ['/e/:shortCode', '/event-registration', '/event-registration/:eventId'],
  visitor: ['/signup', '/login'],
  company: ['/', '/leaderboard', '/events', '/settings'],
  administrator: [
    '/',
    '/admin',
    // The address people share for the hall; administrators have no leaderboard page beside it.
    '/leaderboard?screen=1',
    '/companies',
    '/tasks',
    '/administrators',
    '/events',
    '/events/:eventId/attendees',
    '/api/docs',
  ],
}

const patternOf = (page: string) => {
  const [path = '', query] = page.split('?')
  return { path: new RegExp(`^${path === '/' ? '' : path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'), query }
}

const patterns = Object.fromEntries(
  Object.entries(pagePaths).map(([role, paths]) => [role, paths.map(patternOf)]),
) as Record<PageRole, ReturnType<typeof patternOf>[]>

/** Which of them an address with or without a query is, as it is written above. */
export function findPagePath(role: PageRole, url: string): string | undefined {
  const [path = '', search] = url.split('?')
  const given = new URLSearchParams(search)
  const has = (query: string) => [...new URLSearchParams(query)].every(([name, value]) => given.get(name) === value)
  const nth = patterns[role].findIndex((page) => page.path.test(path) && (!page.query || has(page.query)))
  return pagePaths[role][nth]
}

export const isPageFor = (role: PageRole, url: string) => findPagePath(role, url) !== undefined
