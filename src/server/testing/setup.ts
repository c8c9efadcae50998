// Runs before every test file. A module shared by several files is loaded once per worker, so a hook at its top would
// run for the first file only.
import { afterEach, inject } from 'vitest'
import { preferBuiltWorkers } from '../platform/worker-program.ts'
import { runAfterTest } from './after-test.ts'

if (inject('isBuilt')) preferBuiltWorkers()
afterEach(runAfterTest)
