import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../rig/ports.mjs'
import { answers, type Process, type Processes, until } from '../../rig/processes.ts'

type Settings = Record<string, string>
export type Node = { name: string; port: number; url: string; process: Process; settings: Settings }

/** Starts the built product once per name. The first node migrates; the others wait for it, as in a deployment. */
export async function startNodes(processes: Processes, folder: string, count: number, shared: Settings) {
  const first = await freePorts(count)
  const begin = ({ name, settings }: Pick<Node, 'name' | 'settings'>, more: Settings = {}) =>
    processes.start(name, process.execPath, ['dist/server/main.js'], { env: { ...settings, ...more } })
  const isReady = ({ url }: Node) => answers(`${url}/api/readyz`)
  const nodes: Node[] = []
  for (let n = 0; n < count; n++) {
    const [name, port] = [`node${n + 1}`, first + n]
    const DATA_DIR = join(folder, name)
    mkdirSync(DATA_DIR)
    const settings = { ...shared, PORT: String(port), DATA_DIR }
    const node = { name, port, url: `http://127.0.0.1:${port}`, settings, process: begin({ name, settings }) }
    nodes.push(node)
    await until(`${name}, see ${folder}/log/${name}.log`, () => isReady(node))
  }
  return {
    nodes,
    isReady,
    end: (node: Node, signal: NodeJS.Signals) => processes.end(node.process, signal),
    /** Extends the environment, for instance by another clock. */
    restart(node: Node, more: Settings = {}) {
      node.process = begin(node, more)
    },
    async areReady(): Promise<boolean> {
      const ready = await Promise.all(nodes.map((node) => isReady(node).catch(() => false)))
      return ready.every(Boolean)
    },
  }
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>
