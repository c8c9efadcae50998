/** Adjusts the points of one company after another as an administrator, at a fixed rate per second. */
export function startPointChanges(base: string, cookie: string, companies: string[], perSecond: number) {
  const begun = performance.now()
  const underWay = new Set<Promise<unknown>>()
  let [asked, made] = [0, 0]
  const change = async () => {
    const id = companies[(asked++ * 7919) % companies.length]
    const reply = await fetch(`${base}/api/companies/${id}/points`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ points: 1 + (asked % 40), calories: 0, reason: 'Bench' }),
    })
    if (reply.status !== 201) throw new Error(`a change was answered with ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
    made++
  }
  let failure: unknown
  const timer = setInterval(() => {
    const running: Promise<unknown> = change()
      .catch((error: unknown) => {
        failure = error
      })
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }, 1000 / perSecond)
  return async function stop(): Promise<{ perSecond: number }> {
    clearInterval(timer)
    const elapsed = (performance.now() - begun) / 1000
    await Promise.all(underWay)
    if (failure) throw failure
    return { perSecond: made / elapsed }
  }
}
