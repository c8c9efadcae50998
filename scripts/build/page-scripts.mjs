import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChunk } from './find-chunk.mjs'
import { readPageModules } from './page-modules.mjs'

/**
 * Lists every script that a page needs for its first paint. The server preloads them in parallel: on a slow network,
 * each nested import costs a third of a second.
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
  // The page already references these.
  const first = new Set([...filesOf(['main.tsx']), chunkOf('app/app.tsx').fileName])
  const pages = Object.entries(readPageModules()).map(([page, modules]) => {
    const files = filesOf(['app/app.tsx', ...modules]).filter((file) => !first.has(file))
    return [page, files.map((file) => `/${file}`)]
  })
  writeFileSync(join(pagesFolder, 'scripts.json'), JSON.stringify(Object.fromEntries(pages)))
}
