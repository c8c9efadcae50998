import { mostFiles } from './endpoints.ts'

type Candidate = {
  path: string
  /** The explicit choice; null without one. */
  chosen: boolean | null
  /** True if the file has the proof's content type and was not refused. */
  isUsable: boolean
  sha256: string | null
}

/**
 * Chooses the files of the proof: explicitly chosen ones, then undecided ones in order while there is room. Duplicates
 * by hash count once.
 */
export function choosePaths(files: Candidate[]): Set<string> {
  const seen = new Set<string>()
  const candidates = files.filter(({ isUsable, sha256, chosen }) => {
    if (!isUsable || chosen === false || (sha256 !== null && seen.has(sha256))) return false
    if (sha256 !== null) seen.add(sha256)
    return true
  })
  const chosenFiles = candidates.filter(({ chosen }) => chosen)
  const others = candidates.filter(({ chosen }) => chosen === null)
  return new Set([...chosenFiles, ...others].slice(0, mostFiles).map(({ path }) => path))
}
