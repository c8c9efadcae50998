import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isStale } from './build/stamp.mjs'

/** Runs before products start side by side: otherwise each would build and overwrite the other's files. */
// biome-ignore lint/style/noDefaultExport: Playwright wants one
export default function buildIfStale() {
  if (!isStale()) return
  if (!isBundlerInstalled()) {
    // A production image is built elsewhere, without dev dependencies. Copying changes the times that the stamp
    // compares.
    if (existsSync('dist/server/main.js')) return
    console.error(
      'The product is not built, and what builds it is not installed. Run `npm install --include=dev`, or copy dist/ from a build.',
    )
    process.exit(1)
  }
  console.log('Building…')
  // Without this, a test's NODE_ENV would produce a development build.
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
