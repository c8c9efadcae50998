const levels = { 10: 'trace', 20: 'debug', 30: 'info ', 40: 'WARN ', 50: 'ERROR', 60: 'FATAL' }

/** Formats a log line for reading: time, level, message, fields, and the stack below. Other lines stay unchanged. */
export function describeLine(line) {
  const entry = parse(line)
  if (typeof entry?.level !== 'number') return line
  const { level, time, msg = '', pid, hostname, ...fields } = entry
  // In development Vite serves the pages: the API's address would mislead.
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
