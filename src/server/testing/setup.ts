// Runs before every test file. A module that is imported by several files is loaded once per worker, so that a hook
// at its top would work in the first of them only.
import { afterEach } from 'vitest'
import { runAfterTest } from './after-test.ts'

afterEach(runAfterTest)
