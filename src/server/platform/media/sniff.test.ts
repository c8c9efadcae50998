import { box } from '@sports-week/video-metadata/testing'
import { expect, test } from 'vitest'
import { sniff } from './sniff.ts'
import { fixture } from './testing.ts'

const brand = (name: string) => box('ftyp', name, [0, 0, 2, 0], name)

test.each([
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['image/png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['video/mp4', brand('isom')],
  ['video/mp4', brand('mp42')],
  ['video/mp4', brand('M4V ')],
  ['video/mp4', fixture('phone.mp4')],
  ['video/quicktime', brand('qt  ')],
  ['video/quicktime', fixture('upright.mov')],
] as const)('%s is known by its first bytes', (type, head) => {
  expect(sniff(head)).toBe(type)
})

test.each([
  ['nothing', ''],
  ['one byte', '\xff'],
  ['half a JPEG mark', '\xff\xd8'],
  ['a PNG whose line ends were changed', '\x89PNG\n\x1a\n'],
  ['GIF', 'GIF89a\x01\0\x01\0'],
  ['WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['AVI', 'RIFF\x24\0\0\0AVI LIST'],
  ['TIFF', 'II*\0\x08\0\0\0'],
  ['BMP', 'BM\x36\0\0\0\0\0\0\0'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['HTML', '<!doctype html><script>'],
  ['XML', '<?xml version="1.0"?>'],
  ['PDF', '%PDF-1.7\n'],
  ['ZIP', 'PK\x03\x04\x14\0\0\0'],
  ['Matroska', '\x1a\x45\xdf\xa3'],
  ['a program', '\x7fELF\x02\x01\x01\0'],
  ['a video without a brand', '\0\0\0\x08moov\0\0\0\0'],
  ['a video cut off in its brand', '\0\0\0\x14ftypis'],
])('%s is nothing we take', (_, head) => {
  expect(sniff(Buffer.from(head, 'latin1'))).toBeUndefined()
})

test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'M4A ', '3gp5', 'crx ', 'jp2 '])(
  'a file of the brand %s is nothing we take',
  (name) => {
    expect(sniff(brand(name))).toBeUndefined()
  },
)
