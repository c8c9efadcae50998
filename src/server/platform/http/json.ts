const deepest = 20
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * JSON.parse keeps the last of two equal keys without a word, so two readers of one body could disagree.
 * This walk refuses doubled keys, prototype keys and absurd nesting before anything is built.
 */
export function parseJson(source: string): unknown {
  const value: unknown = JSON.parse(source)
  if (isPlainlyFlat(value, source)) return value
  const levels: (Set<string> | undefined)[] = []
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    const [token, colon] = match
    if (token === '{' || token === '[') {
      levels.push(token === '{' ? new Set() : undefined)
      if (levels.length > deepest) throw new SyntaxError('nested too deeply')
    } else if (token === '}' || token === ']') levels.pop()
    else if (colon) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      const seen = levels.at(-1)
      if (seen?.has(key)) throw new SyntaxError('doubled key')
      if (forbidden.has(key)) throw new SyntaxError('forbidden key')
      seen?.add(key)
    }
  }
  return value
}

/** Most bodies: one object, nothing inside but text and numbers, and no more colons than keys. Such a body has no key twice. */
function isPlainlyFlat(value: unknown, source: string): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let keys = 0
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key) || (typeof inner === 'object' && inner !== null)) return false
    keys++
  }
  let colons = 0
  for (let at = source.indexOf(':'); at >= 0; at = source.indexOf(':', at + 1)) colons++
  return colons === keys
}
