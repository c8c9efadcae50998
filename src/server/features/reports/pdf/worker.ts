import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { renderReport } from './render.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'

// The program of the process beside the server in which reports are drawn: it takes half a second of a processor, in which the
// server would answer no one.

process.on('message', (request: RenderRequest) => void draw(request))
// The server is gone.
process.on('disconnect', () => process.exit())
// A terminal sends these to all processes of a group; the server decides when this one ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

yieldToServer()

async function draw({ id, numbers, into }: RenderRequest) {
  try {
    await writeFile(into, await renderReport(numbers), { mode: 0o600 })
    send({ id })
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

function send(answer: RenderAnswer) {
  process.send?.(answer)
}

function yieldToServer() {
  try {
    setPriority(5)
  } catch {
    // Not on this system.
  }
}
