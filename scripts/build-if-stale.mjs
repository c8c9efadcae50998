import { spawnSync } from 'node:child_process'
import { isStale } from './stamp.mjs'

/** Before anything that starts products side by side: each of them would build, over the other's files. */
// biome-ignore lint/style/noDefaultExport: Playwright wants one
export default function buildIfStale() {
  if (!isStale()) return
  console.log('Building…')
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
