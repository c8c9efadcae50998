import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChunk } from './find-chunk.mjs'
import { readPageModules } from './page-modules.mjs'

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
  const pages = Object.entries(readPageModules()).map(([page, modules]) => {
    const files = filesOf(['app/app.tsx', ...modules]).filter((file) => !first.has(file))
    return [page, files.map((file) => `/${file}`)]
  })
  writeFileSync(join(pagesFolder, 'scripts.json'), JSON.stringify(Object.fromEntries(pages)))
}
