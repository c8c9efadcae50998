import { useEffect, useRef, useState } from 'react'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { sendFile } from './send-file.ts'

export type Replacement = {
  /** The new file as this device has it, to be shown at once. */
  preview: string
  percent: number
  /** Once it has arrived. */
  path?: string
  fault?: string
}

/** The new files of a fix, each by the path of the one it replaces. */
export function useReplacements({ contentType }: Pick<Proof, 'contentType'>) {
  const [replacements, setReplacements] = useState<ReadonlyMap<string, Replacement>>(new Map())
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const made = previews.current
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview)
    }
  }, [])

  function change(path: string, preview: string, changes: Partial<Replacement>) {
    setReplacements((all) => {
      const known = all.get(path)
      // Another file was chosen meanwhile.
      return known?.preview === preview ? new Map(all).set(path, { ...known, ...changes }) : all
    })
  }

  async function replace(path: string, file: File) {
    const preview = URL.createObjectURL(file)
    previews.current.add(preview)
    setReplacements((all) => new Map(all).set(path, { preview, percent: 0 }))
    try {
      const stored = await sendFile(contentType, file, (percent) => change(path, preview, { percent }))
      change(path, preview, { path: stored, percent: 100 })
    } catch (error) {
      change(path, preview, { fault: error instanceof Error ? error.message : String(error) })
    }
  }

  return { of: (path: string) => replacements.get(path), replace }
}
