/** Wakes a loop early. A wake is never lost: without a waiter it ends the next wait at once. */
export function createWakeSignal() {
  let isWoken = false
  let endWait: (() => void) | undefined
  return {
    wake() {
      isWoken = true
      endWait?.()
    },
    async waitUpTo(milliseconds: number) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          endWait = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isWoken = false
    },
  }
}
