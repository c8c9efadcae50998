type DescribedError = { type: string; message: string; code?: unknown; stack?: string }

/** For the log: what happened and where, without the values a failed query was given, and without the address that a mail server repeats. */
export function describeError(error: unknown): DescribedError {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  if (!(root instanceof Error)) return { type: typeof root, message: 'Something that is no error was thrown' }
  const code = 'code' in root ? root.code : undefined
  return {
    type: root.name,
    message: withoutAddresses(root.message),
    code,
    stack: root.stack && withoutAddresses(root.stack),
  }
}

/** Packages in a stack are called name@version too: only what ends like a domain is an address. */
export const withoutAddresses = (text: string) =>
  text.replace(/(?<![^\s<>()"'`,;:/])[^\s<>()"'`,;:/]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi, '(address)')
