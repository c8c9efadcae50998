import { type Box, type BoxCount, childrenOf, codeAt } from './boxes.ts'

const codecs: Record<string, string> = {
  ...{ avc1: 'h264', avc2: 'h264', avc3: 'h264', avc4: 'h264', dva1: 'h264', dvav: 'h264' },
  ...{ hvc1: 'hevc', hev1: 'hevc', hvc2: 'hevc', hev2: 'hevc', dvh1: 'hevc', dvhe: 'hevc' },
  ...{ av01: 'av1', dav1: 'av1', vp08: 'vp8', vp09: 'vp9', vvc1: 'vvc', vvi1: 'vvc' },
  ...{ mp4v: 'mpeg4', s263: 'h263', h263: 'h263', jpeg: 'mjpeg', mjpa: 'mjpeg', mjpb: 'mjpeg' },
  ...{ apcn: 'prores', apch: 'prores', apcs: 'prores', apco: 'prores', ap4h: 'prores', ap4x: 'prores' },
}

/** The codec of a track by its first sample description; it decides which browsers can play the video. */
export function codecOf(bytes: Buffer, sampleTable: Box, count: BoxCount): string {
  const descriptions = childrenOf(bytes, sampleTable, ['stsd'], count)
  // Version and flags, the number of descriptions, then the first description's length and code.
  if (!descriptions || descriptions.end - descriptions.body < 16) return 'unknown'
  const code = codeAt(bytes, descriptions, 12)
  return (Object.hasOwn(codecs, code) && codecs[code]) || 'unknown'
}
