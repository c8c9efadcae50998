// Finds folders that import each other: neither can then be read, moved or tested without the other.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Slices with folders that still do. */
const exempt = ['src/server/features/proofs', 'src/server/features/registrations', 'src/client/features/leaderboard']

const slicesIn = (folder) => {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Among their folders, and the files beside these, no two import each other. */
const listParents = () =>
  [
    'src/server/platform',
    'src/client/platform',
    ...slicesIn('src/server/features'),
    ...slicesIn('src/client/features'),
  ].filter((folder) => !exempt.includes(folder))

const isTest = (path) => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path)

/** A sentence for each two, of the modules of dependency-cruiser. */
export function findTwoWayFolders(modules) {
  const imports = modules
    .filter(({ source }) => !isTest(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
  return listParents().flatMap((parent) => {
    const found = new Map()
    for (const { from, to } of imports) {
      const [one, other] = [partOf(parent, from), partOf(parent, to)]
      if (one && other && one !== other) found.set(`${one} ${other}`, `${from} → ${to}`)
    }
    return [...found].flatMap(([pair, way]) => {
      const [one, other] = pair.split(' ')
      const back = found.get(`${other} ${one}`)
      return back && one < other ? [`${way}, and ${back}`] : []
    })
  })
}

/** The folder directly below the parent in which a file lies, or the file itself beside these. */
function partOf(parent, path) {
  return path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined
}
