import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProduct } from '../rig/product.ts'
import { startBare } from './measuring/bare.ts'
import { inTurns } from './measuring/in-turns.ts'

/** Times a warm start with an existing database to the first answer, compared with a bare server that only listens. */
export async function measureStart({ folder }: { folder: string }) {
  const dataDir = join(folder, 'warm')
  const nothing = join(folder, 'empty')
  writeFileSync(nothing, '')
  await (await startProduct({ DATA_DIR: dataDir })).stop()

  const seconds = async (start: () => Promise<{ port: number; stop(): Promise<void> }>, path: string) => {
    const begun = performance.now()
    const started = await start()
    await (await fetch(`http://127.0.0.1:${started.port}${path}`)).arrayBuffer()
    const took = (performance.now() - begun) / 1_000
    await started.stop()
    return took
  }
  const { product, bare } = await inTurns(
    5,
    () => seconds(() => startProduct({ DATA_DIR: dataDir }), '/api/healthz'),
    () => seconds(() => startBare(nothing, folder), '/'),
  )
  return [
    {
      what: 'warm start to the first answer',
      product: `${product.toFixed(2)} s`,
      bare: `${bare.toFixed(2)} s`,
      ratio: (bare / product).toFixed(2),
      wanted: '≤ 1.5 s',
      reached: product <= 1.5,
    },
  ]
}
