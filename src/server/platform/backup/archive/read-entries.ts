import type { JudgedArchive } from './judge-archive.ts'
import { type EntryKind, parseEntryName } from './manifest.ts'
import { openArchive } from './sealed.ts'
import { openShared } from './shared-files.ts'
import { DamagedArchive, streamOf } from './source.ts'
import { hashWhile } from './sums.ts'
import { readTar } from './tar.ts'

type Wanted<Is> = { kind: Extract<EntryKind, { is: Is }>; bytes: AsyncIterable<Buffer> }

/** Rows or files of a judged archive once more, in their order. The bytes of one throw at their end unless they are what was judged. */
export async function* readEntries<Is extends 'rows' | 'file'>(
  archive: JudgedArchive,
  is: Is,
): AsyncGenerator<Wanted<Is>> {
  const { path, keys, hashes } = archive
  const source = await openArchive(path, keys)
  try {
    let left = [...hashes.keys()].filter((name) => parseEntryName(name)?.is === is).length
    for await (const { name, bytes } of readTar(source)) {
      const kind = parseEntryName(name)
      if (kind?.is !== is) continue
      left -= 1
      yield { kind: kind as Wanted<Is>['kind'], bytes: requireHash(bytes, hashes.get(name)) }
    }
    if (left !== 0) throw new DamagedArchive(changed)
  } finally {
    await source.close()
  }
  if (is === 'file') yield* readShared(archive) as AsyncGenerator<Wanted<Is>>
}

/** The files that lie beside an archive. The bytes of one throw at their end unless they are what the archive says. */
export async function* readShared({
  path,
  keys,
  isEncrypted,
  shared,
}: Pick<JudgedArchive, 'path' | 'keys' | 'isEncrypted' | 'shared'>): AsyncGenerator<Wanted<'file'>> {
  for (const file of shared.values()) {
    const source = await openShared(path, file, isEncrypted ? keys : undefined)
    const damaged = `The archive is damaged: ${file.path}, which lies beside it, is not what was written.`
    try {
      yield { kind: { is: 'file', path: file.path }, bytes: requireHash(streamOf(source), file.sha256, damaged) }
    } finally {
      await source.close()
    }
  }
}

const changed = 'The archive changed while it was read.'

async function* requireHash(bytes: AsyncIterable<Buffer>, wanted: string | undefined, sentence = changed) {
  const hashed = hashWhile(bytes)
  yield* hashed.bytes
  if (hashed.digest() !== wanted) throw new DamagedArchive(sentence)
}
