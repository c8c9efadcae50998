const levels = { 10: 'trace', 20: 'debug', 30: 'info ', 40: 'WARN ', 50: 'ERROR', 60: 'FATAL' }

/** A line of the log for the eye: time, level, message, fields, and below them the stack. Other lines stay as they are. */
export function describeLine(line) {
  const entry = parse(line)
  if (typeof entry?.level !== 'number') return line
  const { level, time, msg = '', pid, hostname, ...fields } = entry
  // In development pages come from Vite: the API's own address would mislead.
  if (msg.startsWith('Server listening at')) return undefined
  const stacks = Object.values(fields).flatMap((value) => value?.stack ?? [])
  const described = Object.entries(fields)
    .filter(([, value]) => !value?.stack)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const clock = new Date(time).toLocaleTimeString('en-GB')
  return [[clock, levels[level] ?? level, msg, ...described].join(' '), ...stacks].join('\n')
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
