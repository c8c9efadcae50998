// A generator is a separate process, so that its work does not count as the product's. Its parent controls it by calls.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// biome-ignore lint/suspicious/noExplicitAny: the types of each call are kept by `call`
export type Calls = Record<string, (given: any) => Promise<unknown>>
type Question = { id: number; name: string; given: unknown }
type Reply = { id: number; result?: unknown; error?: string }

export type Generator<C extends Calls> = {
  pid: number
  call<N extends keyof C & string>(name: N, given: Parameters<C[N]>[0]): ReturnType<C[N]>
  stop(): void
}

/** Inside the process: answers calls until the parent disconnects. */
export function answerCalls(calls: Calls) {
  process.on('message', async ({ id, name, given }: Question) => {
    const reply: Reply = await (calls[name]?.(given) ?? Promise.reject(new Error(`no call ${name}`))).then(
      (result) => ({ id, result }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    )
    process.send?.(reply)
  })
  process.on('disconnect', () => process.exit(0))
  // Ignores Ctrl-C, which reaches all processes of the terminal; the parent ends this one.
  process.on('SIGINT', () => undefined)
}

export function startGenerator<C extends Calls>(file: string): Generator<C> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let asked = 0
  child.on('message', ({ id, result, error }: Reply) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(`${file}: ${error}`))
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`))
  })
  return {
    pid: child.pid ?? 0,
    call: (name, given) => {
      const id = ++asked
      const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
      child.send({ id, name, given })
      return answer as ReturnType<C[typeof name]>
    },
    stop: () => child.kill('SIGKILL'),
  }
}
