import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectFolder } from './project.ts'

/** The arguments of `fork`. */
export type WorkerProgram = { path: string; execArgv: string[] }

let isBuilt = !import.meta.url.endsWith('.ts')

/** Compiling the source takes a second of processor time per process, so tests use an up-to-date build. */
export function preferBuiltWorkers() {
  isBuilt = true
}

/** The program of a child process: the built one beside a built server, else the source. */
export function workerProgram(builtName: string, sourcePath: string): WorkerProgram {
  const project = projectFolder()
  return isBuilt
    ? { path: join(project, 'dist/server', builtName), execArgv: [] }
    : sourceProgram(join(project, sourcePath))
}

export function sourceProgram(path: string): WorkerProgram {
  const tsx = createRequire(join(projectFolder(), 'package.json')).resolve('tsx')
  return { path, execArgv: ['--import', pathToFileURL(tsx).href] }
}
