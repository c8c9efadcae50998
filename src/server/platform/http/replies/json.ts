const deepest = 20

/**
 * JSON.parse silently keeps the last of two equal keys, so two readers may disagree. This parser refuses duplicate
 * keys, prototype keys and deep nesting.
 */
export function parseJson(source: string): unknown {
  const value: unknown = JSON.parse(source)
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
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new SyntaxError('forbidden key')
      seen?.add(key)
    }
  }
  return value
}
