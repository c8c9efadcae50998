// Takes the packages out of package.json that are only built into the client: an image has them in dist/ already, and they weigh as much as the server's.
// For the Dockerfile: it is run on a copy. `npm run notices` is made before, from all of them.
import { readFileSync, writeFileSync } from 'node:fs'

/** Not named by anything below src/server; `scripts/deploy/files.test.ts` looks. */
export const clientPackages = [
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/figtree',
  '@hookform/resolvers',
  '@tanstack/react-query',
  '@uppy/core',
  '@uppy/dashboard',
  '@uppy/golden-retriever',
  'barcode-detector',
  'libheif-js',
  'lucide-react',
  'radix-ui',
  'react',
  'react-dom',
  'react-hook-form',
  'wouter',
  'zxing-wasm',
]

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const project = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of clientPackages) delete project.dependencies[name]
  writeFileSync('package.json', `${JSON.stringify(project, null, 2)}\n`)
}
