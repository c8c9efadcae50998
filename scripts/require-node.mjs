/** Exits with one line if Node is too old for the product. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or newer is needed, 24 is recommended; this is ${process.versions.node}.`)
  process.exit(1)
}
