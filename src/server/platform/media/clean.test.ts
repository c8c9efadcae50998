import { aVideo } from '@sports-week/video-metadata/testing'
import { expect, test } from 'vitest'
import { cleaned, fixture, outcomeOf } from './testing.ts'

test('a video is kept without a small image', async () => {
  expect(await cleaned(fixture('phone.mp4'), 'video/mp4')).toMatchObject({ width: 96, height: 64, thumbnail: null })
})

test('of a video that cannot be used nothing stays, and a sentence says why', async () => {
  const { result, written } = await outcomeOf(aVideo({ tracks: [] }), 'video/mp4')

  expect([result, written]).toEqual(['This video has no images in it', 0])
})
