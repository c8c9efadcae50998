/**
 * Like `Promise.all` for pipelined statements of one transaction: rejects with the first statement's error. Later
 * statements only report an aborted transaction, perhaps earlier.
 */
export async function allInOrder<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const results = await Promise.allSettled(work)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as {
    -readonly [Index in keyof Work]: Awaited<Work[Index]>
  }
}
