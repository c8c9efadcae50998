import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectFolder } from './project.ts'

/** What `fork` starts. */
export type WorkerProgram = { path: string; execArgv: string[] }

let isBuilt = !import.meta.url.endsWith('.ts')

/** Compiling the source takes a second of processor time for each process: tests use the build when it is of this source. */
export function preferBuiltWorkers() {
  isBuilt = true
}

/** The program of a process beside the server: the built one beside the built server, else the source as it is. */
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
