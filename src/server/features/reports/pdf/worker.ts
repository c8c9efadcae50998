import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { renderReport } from './render.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'

// Runs in a child process that renders reports: rendering takes half a second of CPU, which would block the server.

process.on('message', (request: RenderRequest) => void draw(request))
// The server has ended.
process.on('disconnect', () => process.exit())
// A terminal sends these signals to the whole process group; the server decides when this process ends.
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
    // This system does not allow another priority.
  }
}
