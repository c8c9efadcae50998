import Uppy, { type Meta } from '@uppy/core'
import { vi } from 'vitest'
import { ApiProblem } from '#client/platform/requests/api.ts'
import type { Grant } from '#contract/files/endpoints.ts'
import { uploadProblem } from '../send/errors.ts'
import type { Network } from '../send/network.ts'
import type { Transport } from '../send/transport.ts'
import { type Stored, UploaderPlugin } from './uploader-plugin.ts'

type Put = {
  name: string
  path: string
  signal: AbortSignal
  progress: (bytes: number) => void
  done: () => void
  fail: (problem: ApiProblem) => void
}

export const size = 1_000
export const refused = (status: number, message: string, retryAfter = 0) =>
  new ApiProblem(status, JSON.stringify({ message }), '', retryAfter)
export const overloaded = (retryAfter = 0) => refused(503, 'Files cannot be stored right now.', retryAfter)
export const unanswered = () => uploadProblem()

/** A server in which nothing happens by itself: the test answers each PUT. */
export function aServer() {
  const puts: Put[] = []
  const grants: string[] = []
  const stored = new Set<string>()
  const discarded: string[] = []
  let refusal: ApiProblem | undefined
  let up = true
  const lost = new Set<() => void>()
  const back = new Set<() => void>()

  const transport: Transport = {
    async grant({ name }) {
      if (refusal) throw refusal
      const path = `proofs/${name}-${grants.length + 1}`
      grants.push(path)
      return { method: 'PUT', url: `https://files.test/${path}?grant=secret`, headers: {}, path } as Grant
    },
    put: (grant, file, signal, progress) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const { path } = grant
        puts.push({
          name: file.name,
          path,
          signal,
          progress,
          done: () => {
            stored.add(path)
            resolve()
          },
          fail: reject,
        })
      }),
    arrived: async (path) => stored.has(path),
    discard: async (path) => {
      stored.delete(path)
      discarded.push(path)
    },
  }
  const network: Network = {
    isUp: () => up,
    isBack: (signal) =>
      new Promise((resolve, reject) => {
        back.add(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    onLost: (listener) => {
      lost.add(listener)
      return () => lost.delete(listener)
    },
  }
  return {
    puts,
    grants,
    stored,
    discarded,
    transport,
    network,
    refuseGrants: (problem: ApiProblem | undefined) => {
      refusal = problem
    },
    goOffline() {
      up = false
      for (const listener of lost) listener()
    },
    goOnline() {
      up = true
      for (const resolve of back) resolve()
    },
    running: () => puts.filter((put) => !put.signal.aborted && !stored.has(put.path)),
  }
}

export function anUpload(count: number, server = aServer()) {
  const logger = { debug() {}, warn() {}, error() {} }
  const uppy = new Uppy<Meta, Stored>({ logger })
  uppy.use(UploaderPlugin, { transport: server.transport, network: server.network })
  const names = Array.from({ length: count }, (_, index) => `run-${index + 1}.jpg`)
  uppy.addFiles(names.map((name) => ({ name, type: 'image/jpeg', data: new Blob([new Uint8Array(size)]) })))
  const result = uppy.upload()
  return { ...server, uppy, result, first: () => uppy.getFiles()[0], settled: () => vi.advanceTimersByTimeAsync(0) }
}
