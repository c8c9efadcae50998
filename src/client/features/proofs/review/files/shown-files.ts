import { useEffect, useState } from 'react'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'

/** Debounce: time to notice the next proof, so a bouncing or double key press decides nothing. */
const pauseAfterShown = 300
/** Timeout: a file that never loads must not block the queue; the reviewer sees that it is missing. */
const waitForFiles = 15_000

/** Allows a decision once all files of the proof are on the screen or have visibly failed. */
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
