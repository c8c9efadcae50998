/**
 * As `Promise.all`, for statements of one transaction that are sent together: fails with the error of the first of them that
 * failed. Those behind it only say that the transaction has failed, and may say so earlier.
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
