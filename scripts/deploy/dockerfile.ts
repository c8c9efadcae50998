/** One instruction of a Dockerfile: `RUN npm install` is `{ name: 'RUN', flags: {}, value: 'npm install' }`. */
export type Instruction = { name: string; flags: Record<string, string>; value: string }
export type Stage = { image: string; name?: string; instructions: Instruction[] }

/** The stages of a Dockerfile, as far as ours uses the language: no here-documents, no ONBUILD, no variables but those of ARG before FROM. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  const values = new Map<string, string>()
  const stages: Stage[] = []
  for (const line of lines) {
    const instruction = parseInstruction(line)
    const stage = stages.at(-1)
    if (instruction.name === 'FROM') stages.push(parseFrom(instruction.value, values))
    else if (stage) stage.instructions.push(instruction)
    else if (instruction.name === 'ARG') values.set(...splitPair(instruction.value))
    else throw new Error(`${instruction.name} comes before the first FROM`)
  }
  return stages
}

function parseInstruction(line: string): Instruction {
  const [, name = '', flags = '', value = ''] = line.match(/^\s*([A-Z]+)((?:\s+--[a-z-]+=\S+)*)\s+(.*)$/) ?? []
  if (!name) throw new Error(`This is no instruction: ${line}`)
  const pairs = flags
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((flag) => splitPair(flag.slice(2)))
  return { name, flags: Object.fromEntries(pairs), value: value.trim() }
}

function parseFrom(value: string, values: Map<string, string>): Stage {
  const [image = '', , name] = value.split(/\s+/)
  return { image: image.replace(/\$\{(\w+)\}/g, (_, key) => values.get(key) ?? ''), name, instructions: [] }
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** `A=1 B=2` of an ENV. */
export const parseEnv = (value: string): Record<string, string> => Object.fromEntries(value.split(/\s+/).map(splitPair))

/** The command of `CMD ["node", "a.mjs"]`; also of a HEALTHCHECK, whose options are flags. */
export function parseCommand(value: string): string[] {
  return JSON.parse(value.replace(/^CMD\s+/, ''))
}

export function lastOf(stage: Stage, name: string): Instruction {
  const found = stage.instructions.findLast((instruction) => instruction.name === name)
  if (!found) throw new Error(`The Dockerfile has no ${name}`)
  return found
}
