let queue: Promise<unknown> = Promise.resolve()

/** Computes hashes sequentially, because each file of up to 30 MB is in memory. Undefined where the browser cannot. */
export function sha256Of(data: Blob): Promise<string | undefined> {
  const hashing = queue.then(async () => {
    if (!globalThis.crypto?.subtle) return undefined
    try {
      const digest = await crypto.subtle.digest('SHA-256', await data.arrayBuffer())
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    } catch {
      return undefined
    }
  })
  queue = hashing
  return hashing
}
