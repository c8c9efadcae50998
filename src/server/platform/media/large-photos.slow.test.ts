import sharp from 'sharp'
import { expect, test } from 'vitest'
import { resizedJpeg } from './hostile/hostile-files.ts'
import { aPicture, exif, told } from './testing/photo-with-secrets.ts'
import { cleaned, outcomeOf } from './testing.ts'

test('a JPEG of 220 megapixels is taken, upright and without its place; one of more is refused', async () => {
  const photo = await aPicture().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(told(photo)).toContain('Acme')

  const { bytes, small, ...facts } = await cleaned(resizedJpeg(photo, 17_900, 12_290), 'image/jpeg')

  expect(told(bytes)).toEqual([])
  // Kept at fifty megapixels: screens and browsers do not show more.
  expect(facts).toMatchObject({ width: 5_860, height: 8_534, capturedAt: '2026-05-03T10:11:12-04:00' })
  expect(await sharp(small).metadata()).toMatchObject({ width: 412, height: 600 })
  const tooLarge = resizedJpeg(photo, 17_900, 12_300)
  expect((await outcomeOf(tooLarge, 'image/jpeg')).result).toBe('This photo is larger than 220 megapixels')
})
