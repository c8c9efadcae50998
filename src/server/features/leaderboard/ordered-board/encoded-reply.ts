import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'plain'

// Both leave the event loop to others while they work.
const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
}

/** JSON as it goes over the wire, compressed once for all readers who ask for that encoding. */
export class EncodedReply {
  readonly etag: string
  readonly #bytes = new Map<Encoding, Buffer | Promise<Buffer>>()
  readonly #plain: Buffer

  constructor(plain: Buffer, digest = createHash('sha256').update(plain).digest('base64url')) {
    this.#plain = plain
    this.etag = `"${digest.slice(0, 22)}"`
  }

  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    return encoding === 'plain' ? this.#plain : (this.#bytes.get(encoding) ?? this.#compress(encoding))
  }

  #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const compressing = compress[encoding](this.#plain)
    this.#bytes.set(encoding, compressing)
    compressing.then(
      (bytes) => this.#bytes.set(encoding, bytes),
      () => this.#bytes.delete(encoding),
    )
    return compressing
  }
}
