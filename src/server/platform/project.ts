import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this installation, found from the source and from the built server. */
export function projectFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  throw new Error('This installation has no package.json above it.')
}

let release: string | undefined

export function readRelease(): string {
  release ??= String(JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8')).version)
  return release
}
