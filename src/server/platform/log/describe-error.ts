type DescribedError = { type: string; message: string; code?: unknown; stack?: string }

/** Describes an error for the log, without query values and without the address that a mail server repeats. */
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

/** Stack traces contain package names as name@version; only names that end like a domain are addresses. */
export const withoutAddresses = (text: string) =>
  text.replace(/(?<![^\s<>()"'`,;:/])[^\s<>()"'`,;:/]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi, '(address)')
