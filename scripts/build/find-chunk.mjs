/**
 * Finds the built script of a client module. Throws for a moved module and names the `list` to fix: it would be left
 * out silently.
 */
export function findChunk(scripts, path, list) {
  const found = scripts.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/client/${path}`)))
  if (!found) throw new Error(`${path} is not part of the client: mend the list of ${list}`)
  return found
}
