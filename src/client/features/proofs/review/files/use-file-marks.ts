import { useState } from 'react'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { writeRejectionNote } from '#contract/proofs/rejection-reasons.ts'

/** Reasons to replace a file: picked by number, and a note. */
type Mark = { picked: readonly string[]; note: string }

const noReason: Mark = { picked: [], note: '' }

/** The files of one proof that its company has to replace. */
export function useFileMarks() {
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const files: FileToFix[] = [...marks].map(([path, { picked, note }]) => ({
    path,
    reason: writeRejectionNote(picked, note),
  }))

  function change(path: string, changes: Partial<Mark>) {
    setMarks((all) => new Map(all).set(path, { ...(all.get(path) ?? noReason), ...changes }))
  }

  return {
    /** Reasons picked for any file. */
    picked: [...marks.values()].flatMap(({ picked }) => picked),
    notes: [...marks.values()].map(({ note }) => note.trim()).filter(Boolean),
    /** Files with their reasons, in the order in which they were marked. */
    files,
    /** The first file without a reason. */
    unexplained: files.find(({ reason }) => reason === '')?.path,
    of: (path: string | undefined) => (path === undefined ? undefined : marks.get(path)),
    change,
    toggle(path: string) {
      setMarks((all) => {
        const next = new Map(all)
        if (!next.delete(path)) next.set(path, noReason)
        return next
      })
    },
  }
}
