// Runs before every test file. A module that is imported by several files is loaded once per worker, so that a hook
// at its top would work in the first of them only.
import { afterEach, inject } from 'vitest'
import { preferBuiltWorkers } from '../platform/worker-program.ts'
import { runAfterTest } from './after-test.ts'

if (inject('isBuilt')) preferBuiltWorkers()
afterEach(runAfterTest)
