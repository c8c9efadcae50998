import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

// Asynchronous compression runs in other threads and keeps the event loop free.
const encode: Record<Encoding, (json: Buffer) => Promise<Buffer>> = {
  br: (json) =>
    promisify(brotliCompress)(json, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: json.length },
    }),
  gzip: (json) => promisify(gzip)(json, { level: 4 }),
  identity: async (json) => json,
}

/** JSON for many readers, compressed once per encoding. */
export class SharedReply {
  readonly #json: Buffer
  readonly #etag: string
  readonly #encoded: Partial<Record<Encoding, Promise<Buffer>>> = {}

  constructor(json: string) {
    this.#json = Buffer.from(json)
    this.#etag = `"${hash('sha256', this.#json, 'base64url').slice(0, 22)}"`
  }

  async send({ headers }: FastifyRequest, reply: FastifyReply) {
    reply
      .header('etag', this.#etag)
      // Browsers cache it but revalidate each time.
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding')
    if (headers['if-none-match'] === this.#etag) return reply.code(304).send()
    const encoding = chooseEncoding(headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    this.#encoded[encoding] ??= encode[encoding](this.#json)
    return reply.type('application/json; charset=utf-8').send(await this.#encoded[encoding])
  }
}

function chooseEncoding(accepted = ''): Encoding {
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
