import { crc32 } from 'node:zlib'
import { joined, words } from '@sports-week/video-metadata/testing'

/** The PNG with these chunks after its header. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

export function chunk(type: string, body: Buffer | string): Buffer {
  const named = joined([type, body])
  return Buffer.concat([words(named.length - 4), named, words(crc32(named))])
}

/** The JPEG with this segment at its start. */
export function withSegment(jpeg: Buffer, marker: number, body: Buffer | string): Buffer {
  const content = joined([body])
  const header = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), header, content, jpeg.subarray(2)])
}
