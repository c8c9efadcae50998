import { useEffect, useRef, useState } from 'react'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { isConverted, loadUploads, makeReadable, sendUntilAnswered } from './send-file.ts'

export type Replacement = {
  /** The new file as this device has it, to be shown at once; a HEIC photo once it is JPEG. */
  preview?: string
  isConverting?: boolean
  percent: number
  /** Chosen, and the server cannot be reached. */
  isUnreached?: boolean
  /** Once it has arrived. */
  path?: string
  fault?: string
}

/** The new files of a fix, each by the path of the one it replaces. */
export function useReplacements({ contentType }: Pick<Proof, 'contentType'>) {
  const [replacements, setReplacements] = useState<ReadonlyMap<string, Replacement>>(new Map())
  const previews = useRef(new Set<string>())
  const attempts = useRef(new Map<string, AbortController>())
  useEffect(() => {
    void loadUploads().catch(() => undefined)
    const [made, begun] = [previews.current, attempts.current]
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview)
      for (const attempt of begun.values()) attempt.abort()
    }
  }, [])

  function stop(path: string) {
    attempts.current.get(path)?.abort()
    setReplacements((all) => new Map([...all].filter(([other]) => other !== path)))
  }

  async function replace(path: string, file: File) {
    stop(path)
    const attempt = new AbortController()
    attempts.current.set(path, attempt)
    const { signal } = attempt
    const change = (changes: Partial<Replacement>) => {
      // Stopped, or another file was chosen meanwhile.
      if (signal.aborted) return
      setReplacements((all) => new Map(all).set(path, { percent: 0, ...all.get(path), ...changes }))
    }
    change({ isConverting: isConverted(contentType, file) })
    try {
      const readable = await makeReadable(contentType, file, signal)
      const preview = URL.createObjectURL(readable)
      previews.current.add(preview)
      change({ preview, isConverting: false })
      const stored = await sendUntilAnswered(contentType, readable, {
        signal,
        // Each attempt begins at 0, also one that does not reach the server.
        onProgress: (percent) => change(percent > 0 ? { percent, isUnreached: false } : { percent }),
        onUnreached: () => change({ isUnreached: true }),
      })
      change({ path: stored, percent: 100, isUnreached: false })
    } catch (error) {
      change({ isConverting: false, fault: error instanceof Error ? error.message : String(error) })
    }
  }

  const isUnderWay = [...replacements.values()].some(({ path, fault }) => !path && !fault)
  return { isUnderWay, of: (path: string) => replacements.get(path), replace, stop }
}
