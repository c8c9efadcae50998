import * as uploads from './features/files/service.ts'
import * as reports from './features/reports/service.ts'
import type { Db } from './platform/database/client.ts'

/** Every file that some row names: what a backup copies. */
export async function* listStoredFiles(db: Db): AsyncGenerator<string> {
  yield* uploads.listStoredFiles(db)
  yield* reports.listStoredFiles(db)
}
