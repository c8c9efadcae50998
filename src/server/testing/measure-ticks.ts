const tick = 100

/**
 * Measures the work in seconds by a timer of this process. On a busy computer its ticks are delayed like the product's
 * deadlines, so load does not change the result.
 */
export async function measureTicks<T>(work: () => Promise<T>): Promise<{ reply: T; seconds: number }> {
  let ticks = 0
  const timer = setInterval(() => ticks++, tick)
  try {
    const reply = await work()
    return { reply, seconds: (ticks * tick) / 1000 }
  } finally {
    clearInterval(timer)
  }
}
