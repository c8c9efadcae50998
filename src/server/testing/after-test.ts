const works: (() => Promise<void>)[] = []

/** Runs after the test, in reverse order of registration. */
export function afterTest(work: () => Promise<void>) {
  works.push(work)
}

export async function runAfterTest() {
  const failures: unknown[] = []
  // A failed step must not leave a server running into the next test.
  for (const work of works.splice(0).reverse()) await work().catch((failure) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}
