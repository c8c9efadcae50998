import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChunk } from './find-chunk.mjs'

const shell = 'app/shell/shell.tsx'
const frame = 'features/auth/auth-frame.tsx'

/** The pages that the product's script draws, by who sees them at which address (contract/pages.ts), with the modules that they begin with. */
export const modulesOfPages = {
  'visitor /signup': [frame, 'features/auth/signup-page.tsx'],
  'visitor /login': [frame, 'features/auth/login-page.tsx'],
  'company /': [shell, 'app/screens/company-home.tsx'],
  'company /leaderboard': [shell, 'features/leaderboard/leaderboard-page.tsx'],
  'company /events': [shell, 'features/events/events-page.tsx'],
  'company /settings': [shell, 'app/screens/company-settings.tsx'],
  'administrator /': [shell, 'app/screens/admin-home.tsx'],
  'administrator /admin': [shell, 'app/screens/admin-home.tsx'],
  'administrator /leaderboard?screen=1': ['features/leaderboard/screen/big-screen-page.tsx'],
  'administrator /companies': [shell, 'features/companies/management/companies-page.tsx'],
  'administrator /tasks': [shell, 'features/tasks/tasks-page.tsx'],
  'administrator /administrators': [shell, 'app/screens/administrators.tsx'],
  'administrator /events': [shell, 'features/events/events-management-page.tsx'],
  'administrator /events/:eventId/attendees': [shell, 'app/screens/attendees-home.tsx'],
  'administrator /api/docs': [shell, 'features/api-docs/api-docs-page.tsx'],
}

/**
 * Every script that a page needs before it can be drawn. The server names them in the page, so that all are fetched at once: on a slow
 * line each script that only another one asks for takes a third of a second longer.
 */
export function writePageScripts({ chunks, pagesFolder }) {
  const scripts = chunks.filter(({ type }) => type === 'chunk')
  const byName = new Map(scripts.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = (path) => findChunk(scripts, path, 'the pages and their modules')
  const filesOf = (modules) => {
    const wanted = new Set(modules.map(chunkOf))
    for (const { imports } of wanted) for (const name of imports) if (byName.has(name)) wanted.add(byName.get(name))
    return [...wanted].map(({ fileName }) => fileName)
  }
  // The page names these by itself.
  const first = new Set([...filesOf(['main.tsx']), chunkOf('app/app.tsx').fileName])
  const pages = Object.entries(modulesOfPages).map(([page, modules]) => {
    const files = filesOf(['app/app.tsx', ...modules]).filter((file) => !first.has(file))
    return [page, files.map((file) => `/${file}`)]
  })
  writeFileSync(join(pagesFolder, 'scripts.json'), JSON.stringify(Object.fromEntries(pages)))
}
