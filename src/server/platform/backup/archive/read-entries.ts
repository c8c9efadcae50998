import type { JudgedArchive } from './judge-archive.ts'
import { type EntryKind, parseEntryName } from './manifest.ts'
import { openArchive } from './sealed.ts'
import { readShared } from './shared-files.ts'
import { DamagedArchive } from './source.ts'
import { requireHash } from './sums.ts'
import { readTar } from './tar.ts'

type ReadEntry<Is> = { kind: Extract<EntryKind, { is: Is }>; bytes: AsyncIterable<Buffer> }

/**
 * Reads rows or files of a judged archive again, in order. The bytes of an entry throw at their end if its hash
 * differs.
 */
export async function* readEntries<Is extends 'rows' | 'file'>(
  archive: JudgedArchive,
  is: Is,
): AsyncGenerator<ReadEntry<Is>> {
  const { path, keys, hashes } = archive
  const source = await openArchive(path, keys)
  try {
    let left = [...hashes.keys()].filter((name) => parseEntryName(name)?.is === is).length
    for await (const { name, bytes } of readTar(source)) {
      const kind = parseEntryName(name)
      if (kind?.is !== is) continue
      left -= 1
      yield { kind: kind as ReadEntry<Is>['kind'], bytes: requireHash(bytes, hashes.get(name), changed) }
    }
    if (left !== 0) throw new DamagedArchive(changed)
  } finally {
    await source.close()
  }
  if (is === 'file') yield* readSharedEntries(archive) as AsyncGenerator<ReadEntry<Is>>
}

const changed = 'The archive changed while it was read.'

async function* readSharedEntries(archive: JudgedArchive): AsyncGenerator<ReadEntry<'file'>> {
  for await (const { path, bytes } of readShared(archive)) yield { kind: { is: 'file', path }, bytes }
}
