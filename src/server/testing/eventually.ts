/**
 * Polls until true; fails with `what` after a timeout above any busy machine's delay. No test measures time with it.
 */
export async function eventually(isSo: () => boolean | Promise<boolean>, what: string, within = 150_000) {
  const deadline = Date.now() + within
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited ${within} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
