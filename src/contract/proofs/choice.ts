import { mostFiles } from './endpoints.ts'

type Candidate = {
  path: string
  /** What someone said about it; null where nobody did. */
  chosen: boolean | null
  /** Of the content type of the proof, and not refused. */
  isUsable: boolean
  sha256: string | null
}

/**
 * Which of these files are part of the proof: those that someone chose, and the first of those nobody decided about while there is
 * room. The same bytes are part of it once.
 */
export function choosePaths(files: Candidate[]): Set<string> {
  const seen = new Set<string>()
  const candidates = files.filter(({ isUsable, sha256, chosen }) => {
    if (!isUsable || chosen === false || (sha256 !== null && seen.has(sha256))) return false
    if (sha256 !== null) seen.add(sha256)
    return true
  })
  const wanted = candidates.filter(({ chosen }) => chosen)
  const others = candidates.filter(({ chosen }) => chosen === null)
  return new Set([...wanted, ...others].slice(0, mostFiles).map(({ path }) => path))
}
