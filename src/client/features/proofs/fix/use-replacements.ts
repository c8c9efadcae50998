import { useEffect, useRef, useState } from 'react'
import { sha256Of } from '#client/platform/uploads/hash.ts'
import { findRefusal } from '#client/platform/uploads/rules.ts'
import { companyTransport } from '#client/platform/uploads/send/company-transport.ts'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { newFileKey } from '#client/platform/uploads/send/offline-store.ts'
import { type SendOptions, sendFile } from '#client/platform/uploads/send/send-file.ts'
import { heicSentence, heicToJpeg, isHeic } from '#client/platform/uploads/smaller/heic.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { kinds, rulesFor } from '../files/kinds.ts'
import { dropReplacement, type KeptReplacement, keepReplacement, listReplacements } from './kept-replacements.ts'

export type Replacement = {
  /** Object URL of the local file, displayed at once; a HEIC photo gets one after its conversion to JPEG. */
  preview?: string
  isConverting?: boolean
  percent: number
  /** The server cannot be reached. */
  isUnreached?: boolean
  /** The device has a copy, which outlives the page. */
  isKept?: boolean
  /** Set once the upload is complete. */
  path?: string
  fault?: string
}

/** Abort reason when the page is left: the upload goes on later. */
const left = new DOMException('The page was left', 'AbortError')

type FixedProof = Pick<Proof, 'id' | 'contentType' | 'fix'>
type Attempt = { controller: AbortController; key: string; sha256?: string | undefined }

/** The new files of a fix, keyed by the path of the file that each replaces. They survive a reload. */
export function useReplacements(proof: FixedProof) {
  const [replacements, setReplacements] = useState<ReadonlyMap<string, Replacement>>(new Map())
  const previews = useRef(new Set<string>())
  const attempts = useRef(new Map<string, Attempt>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request for a fix has its own component
  useEffect(() => {
    const [made, begun] = [previews.current, attempts.current]
    let isCurrent = true
    void listReplacements(proof).then((all) => {
      // A file chosen meanwhile is newer.
      for (const kept of all) if (isCurrent && !begun.has(kept.replaced)) void restore(kept)
    })
    return () => {
      isCurrent = false
      for (const preview of made) URL.revokeObjectURL(preview)
      for (const { controller } of begun.values()) controller.abort(left)
      begun.clear()
    }
  }, [])

  function begin(path: string, key: string) {
    const attempt: Attempt = { controller: new AbortController(), key }
    attempts.current.set(path, attempt)
    const { signal } = attempt.controller
    const change = (changes: Partial<Replacement>) => {
      // The upload was stopped, or another file was chosen meanwhile.
      if (signal.aborted) return
      setReplacements((all) => new Map(all).set(path, { percent: 0, ...all.get(path), ...changes }))
    }
    const show = (file: File, changes: Partial<Replacement> = {}) => {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      change({ preview, isConverting: false, ...changes })
    }
    return { attempt, signal, change, show }
  }
  type Begun = ReturnType<typeof begin>

  function stop(path: string) {
    const attempt = attempts.current.get(path)
    attempt?.controller.abort()
    attempts.current.delete(path)
    if (attempt) void dropReplacement(attempt.key)
    setReplacements((all) => new Map([...all].filter(([other]) => other !== path)))
  }

  async function replace(path: string, file: File) {
    stop(path)
    const begun = begin(path, newFileKey())
    const { attempt, signal, change, show } = begun
    const isConverting = proof.contentType === 'image' && isHeic(file)
    change({ isConverting })
    try {
      const readable = isConverting ? await heicToJpeg(file, signal) : file
      if (!readable) throw new Error(heicSentence)
      const refusal = findRefusal(readable, rulesFor(proof.contentType, 0)) ?? (await findTwin(readable, attempt))
      if (refusal) throw new Error(refusal)
      show(readable)
      const kept = { key: attempt.key, replaced: path, file: readable, sha256: attempt.sha256, storedPath: undefined }
      change({ isKept: await keepReplacement(proof, kept) })
      // It was stopped while the copy was written.
      if (signal.aborted) return void dropReplacement(attempt.key)
      await upload(begun, kept)
    } catch (error) {
      change({ isConverting: false, fault: failureSentence(error) })
    }
  }

  /** Shows a file that was chosen before a reload, and uploads it if that is not done. */
  async function restore(kept: KeptReplacement) {
    const begun = begin(kept.replaced, kept.key)
    begun.attempt.sha256 = kept.sha256
    const { storedPath } = kept
    begun.show(kept.file, { isKept: true, ...(storedPath ? { path: storedPath, percent: 100 } : {}) })
    if (!storedPath) await upload(begun, kept).catch((error) => begun.change({ fault: failureSentence(error) }))
  }

  async function upload({ signal, change }: Begun, kept: KeptReplacement) {
    const { file } = kept
    const path = await sendReplacement(proof.id, kept, {
      signal,
      // Each attempt reports 0 first, even when it does not reach the server.
      onProgress: (sent) => change(sent > 0 ? { percent: percentOf(sent, file), isUnreached: false } : { percent: 0 }),
      onWaiting: () => change({ isUnreached: true }),
    })
    change({ path, percent: 100, isUnreached: false })
    if (!signal.aborted) await keepReplacement(proof, { ...kept, storedPath: path })
  }

  /** Refuses a file that the proof has already, or that replaces another one of it. */
  async function findTwin(file: File, attempt: Attempt): Promise<string | undefined> {
    const sha256 = await sha256Of(file)
    if (!sha256) return undefined
    const { one } = kinds[proof.contentType]
    const number = (proof.fix?.fileHashes.indexOf(sha256) ?? -1) + 1
    if (number > 0) return `This is ${one} ${number} of this proof already. Please choose another one.`
    const others = [...attempts.current.values()].filter((other) => other !== attempt)
    if (others.some((other) => other.sha256 === sha256))
      return `You have chosen this ${one} as a replacement already. Please choose another one.`
    attempt.sha256 = sha256
    return undefined
  }

  const underWay = [...replacements.values()].filter(({ path, fault }) => !path && !fault)
  return {
    /** True if leaving the page would lose a file. */
    isAtRisk: underWay.some(({ isKept }) => !isKept),
    of: (path: string) => replacements.get(path),
    replace,
    stop,
  }
}

const percentOf = (bytes: number, { size }: File) => (bytes / size) * 100

/** Uploads one file, retrying until the server answers; returns its path. */
async function sendReplacement(
  proofId: string,
  { key, file }: KeptReplacement,
  options: Pick<SendOptions, 'signal' | 'onProgress' | 'onWaiting'>,
): Promise<string> {
  // One scope per file, because the same photo may replace two files; kept, so that a reload resumes it.
  const transport = companyTransport(`fix-${proofId}-${key}`, 'proof')
  // A blob without a time, which would differ after a reload.
  const outgoing = { name: file.name, type: file.type, size: file.size, data: file.slice(0, file.size, file.type) }
  try {
    return (await sendFile(outgoing, { ...options, transport, persistence: 'until-answered' })).path
  } catch (error) {
    if (options.signal.reason !== left) transport.giveUp?.(outgoing)
    throw error
  }
}
