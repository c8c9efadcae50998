import { verify } from '#server/features/proofs/verify.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPlatform } from '#server/platform/open-platform.ts'

/** `npm run verify`: recomputes every total from the ledger and from the approved proofs, and says where they differ. */
async function run(): Promise<number> {
  const { platform, close } = await openPlatform(readConfig(), 'visit')
  try {
    const { companies, differences } = await verify(platform)
    for (const line of differences) process.stdout.write(`${line}\n`)
    process.stdout.write(`${companies} companies, ${differences.length} differences\n`)
    return differences.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
