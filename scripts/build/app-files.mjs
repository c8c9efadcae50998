import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChunk } from './find-chunk.mjs'
import { readPageModules } from './page-modules.mjs'

/** Includes its dynamic imports: the form of a proof must open offline. */
const wholePage = 'app/screens/company-home.tsx'

/** Lists the files of the company app, for the service worker that opens it offline (client/public/app-worker.js). */
export function writeAppFiles({ chunks, clientFolder }) {
  const scripts = chunks.filter(({ type }) => type === 'chunk')
  const byName = new Map(scripts.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = (path) => findChunk(scripts, path, 'what opens without a network')
  const [entry, app] = [chunkOf('main.tsx'), chunkOf('app/app.tsx')]
  // Not followed dynamically: every page of the product is reachable from these.
  const wanted = new Set([entry, app])
  const add = (chunk, withLater) => {
    if (!chunk || wanted.has(chunk)) return
    wanted.add(chunk)
    for (const name of chunk.imports) add(byName.get(name), withLater)
    if (withLater) for (const name of chunk.dynamicImports) add(byName.get(name), true)
  }
  const pages = Object.entries(readPageModules()).filter(([page]) => page.startsWith('company '))
  add(chunkOf(wholePage), true)
  for (const [, modules] of pages) for (const path of modules) add(chunkOf(path), false)
  for (const name of [...entry.imports, ...app.imports]) add(byName.get(name), false)

  const styles = [...wanted].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const names = chunks.map(({ fileName }) => fileName)
  const common = names.filter((name) => /-latin-wght-normal-[^/]*\.woff2$|\/index-[^/]*\.css$/.test(name))
  const files = new Set([...[...wanted].map(({ fileName }) => fileName), ...styles, ...common])
  const list = [...files, 'favicon.svg', 'app.webmanifest', 'app-icon-192.png'].map((name) => `/${name}`)
  writeFileSync(join(clientFolder, 'app-files.json'), JSON.stringify({ entry: `/${entry.fileName}`, files: list }))
  const worker = join(clientFolder, 'app-worker.js')
  const addresses = [...new Set(pages.map(([page]) => page.replace('company ', '').replace(/\?.*/, '')))]
  writeFileSync(worker, readFileSync(worker, 'utf8').replace("['/']", JSON.stringify(addresses)))
}
