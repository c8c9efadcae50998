import { readFileSync } from 'node:fs'

/** Every name that `config.ts` reads; any other name in a file is a typing mistake. */
export function readSettingNames(): string[] {
  const [, shape = ''] =
    readFileSync('src/server/platform/config.ts', 'utf8').match(
      /const Environment = z\.object\(\{\n([\s\S]*?)\n\}\)/,
    ) ?? []
  return [...shape.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name)
}
