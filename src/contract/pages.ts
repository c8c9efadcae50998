export type PageRole = 'everyone' | 'visitor' | 'company' | 'administrator'

/** Every page and who may open it. Whatever else a signed-in person asks for is not found; everybody else sees the landing page. */
export const pagePaths: Record<PageRole, string[]> = {
  everyone: ['/e/:shortCode', '/event-registration', '/event-registration/:eventId'],
  visitor: ['/signup', '/login'],
  company: ['/', '/leaderboard', '/events', '/settings'],
  administrator: [
    '/',
    '/admin',
    '/companies',
    '/tasks',
    '/administrators',
    '/events',
    '/events/:eventId/attendees',
    '/api/docs',
  ],
}

const patternOf = (path: string) => new RegExp(`^${path === '/' ? '' : path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')

const patterns = Object.fromEntries(
  Object.entries(pagePaths).map(([role, paths]) => [role, paths.map(patternOf)]),
) as Record<PageRole, RegExp[]>

/** Which of them an address is, as it is written above. */
export const findPagePath = (role: PageRole, path: string): string | undefined =>
  pagePaths[role][patterns[role].findIndex((pattern) => pattern.test(path))]

export const isPageFor = (role: PageRole, path: string) => findPagePath(role, path) !== undefined
