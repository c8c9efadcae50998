import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const library = 'lucide-react'
const statement = new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g')

/**
 * Imports each icon from its file. The library's barrel would attribute every icon to every page, and make the bundler
 * read 1,600 files.
 */
export function iconImports(): Plugin {
  const files = readIconFiles()
  return {
    name: 'icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/client\/.*\.tsx?$/, code: library },
      handler: (code) => code.replace(statement, (_, names: string) => importEach(names, files)),
    },
  }
}

function importEach(names: string, files: Map<string, string>): string {
  const wanted = names.split(',').map((name) => name.trim())
  const imports = wanted
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => {
      const [exported = name, local = exported] = name.split(' as ')
      const file = files.get(exported)
      return file ? `import ${local} from '${file}'` : `import { ${name} } from '${library}'`
    })
  return imports.join(';')
}

/** Maps each icon's name to its file, from the library's list. */
function readIconFiles(): Map<string, string> {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${library}/package.json`)), 'dist/esm')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(join(folder, 'lucide-react.mjs'), 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[^']+)'/g,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(folder, file))
  }
  return files
}
