export type Line = { what: string; product: string; bare: string; ratio: string; wanted: string; reached: boolean }

/** Measures product and bare limit by turns, so that a busy moment of the machine hits both; takes the median. */
export async function inTurns(rounds: number, product: () => Promise<number>, bare: () => Promise<number>) {
  const turns: { product: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    // Alternates the order.
    if (round % 2 === 0) turns.push({ product: await product(), bare: await bare() })
    else {
      const limit = await bare()
      turns.push({ product: await product(), bare: limit })
    }
  }
  return {
    product: median(turns.map((turn) => turn.product)),
    bare: median(turns.map((turn) => turn.bare)),
    ratio: median(turns.map((turn) => turn.product / turn.bare)),
  }
}

type Turns = { product: number; bare: number; ratio: number }

export const lineOf = (what: string, { product, bare, ratio }: Turns, atLeast: number, unit = '/s'): Line => ({
  what,
  product: `${product.toFixed(0)}${unit}`,
  bare: `${bare.toFixed(0)}${unit}`,
  ratio: ratio.toFixed(2),
  wanted: `≥ ${atLeast}`,
  reached: ratio >= atLeast,
})

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Runs the work in `atOnce` sequential workers; returns its rate per second. */
export async function perSecondOf(atOnce: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0
  const begun = performance.now()
  const repeat = async () => {
    while (performance.now() - begun < seconds * 1000) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, repeat))
  return done / ((performance.now() - begun) / 1000)
}
