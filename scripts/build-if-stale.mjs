import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isStale } from './build/stamp.mjs'

/** Before anything that starts products side by side: each of them would build, over the other's files. */
// biome-ignore lint/style/noDefaultExport: Playwright wants one
export default function buildIfStale() {
  if (!isStale()) return
  if (!isBundlerInstalled()) {
    // A production image: installed with --omit=dev, built elsewhere. Copying changes the times that the stamp compares.
    if (existsSync('dist/server/main.js')) return
    console.error(
      'The product is not built, and what builds it is not installed. Run `npm install --include=dev`, or copy dist/ from a build.',
    )
    process.exit(1)
  }
  console.log('Building…')
  // A test that asks for it would build what only development can run.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

function isBundlerInstalled() {
  try {
    return Boolean(import.meta.resolve('vite'))
  } catch {
    return false
  }
}
