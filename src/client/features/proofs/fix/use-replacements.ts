import { useEffect, useRef, useState } from 'react'
import { findRefusal } from '#client/platform/uploads/rules.ts'
import { companyTransport } from '#client/platform/uploads/send/company-transport.ts'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { newFileKey } from '#client/platform/uploads/send/offline-store.ts'
import { type SendOptions, sendFile } from '#client/platform/uploads/send/send-file.ts'
import { heicSentence, heicToJpeg, isHeic } from '#client/platform/uploads/smaller/heic.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { rulesFor } from '../files/kinds.ts'

export type Replacement = {
  /** Object URL of the local file, displayed at once; a HEIC photo gets one after its conversion to JPEG. */
  preview?: string
  isConverting?: boolean
  percent: number
  /** The server cannot be reached. */
  isUnreached?: boolean
  /** Set once the upload is complete. */
  path?: string
  fault?: string
}

/** The new files of a fix, keyed by the path of the file that each replaces. */
export function useReplacements(proof: Pick<Proof, 'id' | 'contentType'>) {
  const [replacements, setReplacements] = useState<ReadonlyMap<string, Replacement>>(new Map())
  const previews = useRef(new Set<string>())
  const attempts = useRef(new Map<string, AbortController>())
  useEffect(() => {
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
      // The upload was stopped, or another file was chosen meanwhile.
      if (signal.aborted) return
      setReplacements((all) => new Map(all).set(path, { percent: 0, ...all.get(path), ...changes }))
    }
    const isConverting = proof.contentType === 'image' && isHeic(file)
    change({ isConverting })
    try {
      const readable = isConverting ? await heicToJpeg(file, signal) : file
      if (!readable) throw new Error(heicSentence)
      const preview = URL.createObjectURL(readable)
      previews.current.add(preview)
      change({ preview, isConverting: false })
      const stored = await sendReplacement(proof, readable, {
        signal,
        // Each attempt reports 0 first, even when it does not reach the server.
        onProgress: (sent) =>
          change(sent > 0 ? { percent: percentOf(sent, readable), isUnreached: false } : { percent: 0 }),
        onWaiting: () => change({ isUnreached: true }),
      })
      change({ path: stored, percent: 100, isUnreached: false })
    } catch (error) {
      change({ isConverting: false, fault: failureSentence(error) })
    }
  }

  const isUnderWay = [...replacements.values()].some(({ path, fault }) => !path && !fault)
  return { isUnderWay, of: (path: string) => replacements.get(path), replace, stop }
}

const percentOf = (bytes: number, { size }: File) => (bytes / size) * 100

/** Checks and uploads one file, retrying until the server answers; returns its path. */
async function sendReplacement(
  { id, contentType }: Pick<Proof, 'id' | 'contentType'>,
  file: File,
  options: Pick<SendOptions, 'signal' | 'onProgress' | 'onWaiting'>,
): Promise<string> {
  const refusal = findRefusal(file, rulesFor(contentType, 0))
  if (refusal) throw new Error(refusal)
  // One scope per file, because the same photo may replace two files.
  const transport = companyTransport(`fix-${id}-${newFileKey()}`, 'proof')
  const outgoing = { name: file.name, type: file.type, size: file.size, data: file }
  try {
    return (await sendFile(outgoing, { ...options, transport, persistence: 'until-answered' })).path
  } catch (error) {
    transport.giveUp?.(outgoing)
    throw error
  }
}
