import { expect, test } from 'vitest'
import { distanceAt, laneCount, lanePath, pointAt, trackIn } from './race-geometry.ts'
import { raceAt, raceLength, restsUntil, teams } from './race-script.ts'

test('the page opens on a race that stands still', () => {
  expect(restsUntil(0)).toBeGreaterThan(2000)
  expect(raceAt(restsUntil(0) - 1)).toEqual(raceAt(0))
})

test('whoever has more points runs in a better lane, at every rest', () => {
  for (let time = 0; time <= raceLength; time = restsUntil(time) + 2000) {
    const { points, lanes } = raceAt(restsUntil(time) - 1)
    const byPoints = teams.map((_, team) => team).sort((a, b) => (points[b] ?? 0) - (points[a] ?? 0))
    expect(byPoints.map((team) => lanes[team])).toEqual([0, 1, 2, 3, 4, 5])
  }
})

test('the race ends and stays ended', () => {
  expect(raceAt(raceLength * 5)).toEqual(raceAt(raceLength))
})

test.each([320, 375, 768, 1024, 1440, 2560])(
  'at %i px the track stays on the page and runners on their lane',
  (width) => {
    const height = width >= 1024 ? 736 : width >= 640 ? 496 : 432
    const track = trackIn(width, height)

    for (let lane = 0; lane < laneCount; lane++) {
      expect(lanePath(track, lane)).not.toMatch(/NaN|a-/)
      for (const part of [0, 0.3, 0.5, 0.8, 1]) {
        const { x, y } = pointAt(track, lane, distanceAt(track, lane, part))
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(height)
      }
      expect(pointAt(track, lane, distanceAt(track, lane, 1)).x).toBeCloseTo(track.finish)
    }
  },
)
