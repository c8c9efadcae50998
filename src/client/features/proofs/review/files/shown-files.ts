import { useEffect, useState } from 'react'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'

/** Enough to see that another proof is there: a key that bounces or is pressed twice decides nothing. */
const pauseAfterShown = 300
/** A file that still does not arrive must not block the queue; the reviewer is told what is missing. */
const waitForFiles = 15_000

/** Whether the reviewer can have seen this proof: all its files are on the screen, or visibly failed. */
export function useShownFiles({ files }: Pick<ReviewedProof, 'files'>) {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [canDecide, setCanDecide] = useState(false)
  const missing = files.filter(({ path }) => !settled.has(path)).length

  useEffect(() => {
    const timer = setTimeout(() => setCanDecide(true), missing > 0 ? waitForFiles : pauseAfterShown)
    return () => clearTimeout(timer)
  }, [missing])

  return {
    canDecide,
    missing,
    noteShown: (path: string) => setSettled((all) => (all.has(path) ? all : new Set([...all, path]))),
  }
}
