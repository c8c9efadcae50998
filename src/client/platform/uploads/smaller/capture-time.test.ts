import { expect, test } from 'vitest'
import { captureTimeSegment, readCaptureTime } from './capture-time.ts'
import { readPhotoHeader } from './photo-header.ts'

const start = [0xff, 0xd8]
const size = [0xff, 0xc0, 0, 17, 8, 0x13, 0x88, 0x17, 0x70, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
const moment = '2026:06:01 08:30:00'

test.each([
  { moment, offset: '-04:00' },
  { moment, offset: undefined },
])('what is written of %o is read again', (time) => {
  const segment = captureTimeSegment(time)

  expect(readCaptureTime(segment.subarray(10))).toEqual(time)
  expect(readPhotoHeader(Uint8Array.from([...start, ...segment, ...size]))).toEqual({
    width: 6_000,
    height: 5_000,
    capturedAt: time,
  })
})

test('blocks that lie about their offsets, and bytes that are no photo, tell nothing', () => {
  const segment = captureTimeSegment({ moment, offset: undefined })
  for (let length = 0; length < segment.length; length++) {
    const cut = Uint8Array.from([...segment.subarray(10, 10 + length)])
    expect(() => readCaptureTime(cut)).not.toThrow()
    expect(() => readPhotoHeader(Uint8Array.from([...start, ...segment.subarray(0, length)]))).not.toThrow()
  }
  expect(readPhotoHeader(new Uint8Array(1_000).fill(0xff))).toBeUndefined()
  expect(readPhotoHeader(new TextEncoder().encode('not a picture at all, not even a little'))).toBeUndefined()
})

test('a PNG tells its size', () => {
  const header = [
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x20, 0, 0, 0, 0x10, 0,
  ]
  expect(readPhotoHeader(Uint8Array.from(header))).toMatchObject({ width: 8_192, height: 4_096 })
})
