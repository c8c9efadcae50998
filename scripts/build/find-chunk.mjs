/** The built script that a module of the client went into. `list` is what has to be mended when the module was moved, since it would be left out silently. */
export function findChunk(scripts, path, list) {
  const found = scripts.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/client/${path}`)))
  if (!found) throw new Error(`${path} is not part of the client: mend the list of ${list}`)
  return found
}
