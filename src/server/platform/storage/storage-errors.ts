import { Problem } from '../errors/problem.ts'

/** Converts the operating system's error of a file into a problem; passes other errors on. */
export function storageProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const { code } = error
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return new Problem('file-cut')
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('storage-full', { cause: error })
  return 'syscall' in error ? new Problem('storage-unavailable', { cause: error }) : error
}
