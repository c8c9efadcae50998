// Finds folders that import each other: neither can then be read, moved or tested alone.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const slicesIn = (folder) => {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Parent folders: no two of their children may import each other. */
const listParents = () => [
  'src/server/platform',
  'src/client/platform',
  ...slicesIn('src/server/features'),
  ...slicesIn('src/client/features'),
]

const isTest = (path) => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path)

/** Returns a sentence for each pair, from the modules of dependency-cruiser. */
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

/** The child of the parent that contains a file: a folder, or the file itself. */
function partOf(parent, path) {
  return path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined
}
