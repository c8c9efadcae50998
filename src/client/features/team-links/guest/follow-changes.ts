import type { GuestApi } from './guest-api.ts'

const [firstWaitMs, longestWaitMs] = [1_000, 30_000]

/** Calls `onChange` whenever the server says that the link or its task has changed. The page polls besides. */
export async function followChanges(api: GuestApi, onChange: () => void, signal: AbortSignal) {
  let wait = firstWaitMs
  while (!signal.aborted) {
    try {
      const stream = (await api.follow(signal)).body?.getReader()
      // Without streams the page only polls.
      if (!stream) return
      wait = firstWaitMs
      for (let chunk = await stream.read(); !chunk.done; chunk = await stream.read())
        if (new TextDecoder().decode(chunk.value).includes('data:')) onChange()
    } catch {
      wait = Math.min(longestWaitMs, wait * 2)
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    // A change during the gap was missed.
    if (!signal.aborted) onChange()
  }
}
