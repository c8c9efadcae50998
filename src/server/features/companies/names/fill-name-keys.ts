import { keyBeside, nameKey } from '#contract/companies/names.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

const atATime = 500

/**
 * Backfills the keys of companies from older releases. The oldest of look-alike names gets it; all keep their names.
 */
export async function fillNameKeys({ db }: Pick<Platform, 'db'>) {
  for (let filled = atATime; filled === atATime; )
    filled = await db.transaction(async (tx) => {
      const rows = await store.lockWithoutNameKey(tx, atATime)
      const taken = new Set(
        await store.listTakenNameKeys(
          tx,
          rows.map(({ name }) => nameKey(name)),
        ),
      )
      for (const { id, name } of rows) {
        const key = nameKey(name)
        await store.update(tx, id, { nameKey: taken.has(key) ? keyBeside(name, id) : key })
        taken.add(key)
      }
      return rows.length
    })
}
