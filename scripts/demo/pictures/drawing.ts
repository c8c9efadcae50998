import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ask, Drawn, PictureRequest } from './drawing-process.ts'

export type Drawing = ReturnType<typeof startDrawing>

/** Draws pictures in a process beside this one. */
export function startDrawing() {
  const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let asked = 0
  child.on('message', ({ nth, bytes, fault }: Drawn) => {
    const answer = waiting.get(nth)
    waiting.delete(nth)
    if (bytes) answer?.resolve(Buffer.from(bytes))
    else answer?.reject(new Error(`a picture could not be drawn: ${fault}`))
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the process that draws pictures has ended'))
  })
  return {
    draw(request: PictureRequest): Promise<Buffer> {
      const nth = asked++
      const answer = createAnswer()
      waiting.set(nth, answer)
      // Without a callback the failure would end this process instead of the request.
      child.send({ nth, request } satisfies Ask, (error) => {
        if (error) answer.reject(error)
      })
      return answer.promise
    },
    stop: () => void child.kill(),
  }
}

type PromiseWithResolvers<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void }

/** Node 20 has no `Promise.withResolvers`. */
function createAnswer(): PromiseWithResolvers<Buffer> {
  let [resolve, reject]: [(bytes: Buffer) => void, (error: Error) => void] = [() => {}, () => {}]
  const promise = new Promise<Buffer>((onDone, onFailed) => {
    resolve = onDone
    reject = onFailed
  })
  return { promise, resolve, reject }
}
