// Removes the client's packages from package.json: an image has them bundled in dist/, and they weigh as much as the
// server's. The Dockerfile runs it on a copy, after `npm run notices` has read all packages.
import { readFileSync, writeFileSync } from 'node:fs'

/** No file below src/server imports these; `scripts/deploy/files.test.ts` checks it. */
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
