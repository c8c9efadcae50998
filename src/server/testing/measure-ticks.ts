const tick = 100

/**
 * How many seconds the work takes by a timer of this process. While a busy computer does not let the process run, its timers
 * miss their ticks as the deadlines of the product do: a crowded machine changes nothing.
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
