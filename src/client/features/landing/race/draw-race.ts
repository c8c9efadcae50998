import { groupThousands } from '#client/platform/formats/without-intl.ts'
import { distanceAt, lanePath, pointAt, type Track } from './race-geometry.ts'
import { finishPoints, type RaceMoment } from './race-script.ts'

/** Attributes and texts of one team's elements at a moment. */
export function runnerAt(track: Track, { points, lanes, leader }: RaceMoment, team: number) {
  const lane = lanes[team] ?? 0
  const teamPoints = points[team] ?? 0
  const distance = distanceAt(track, lane, Math.min(teamPoints / finishPoints, 1))
  const head = pointAt(track, lane, Math.max(distance - track.lane / 2, 0))
  return {
    leads: team === leader,
    path: lanePath(track, lane),
    dashes: `${distance.toFixed(1)} 9999`,
    head: `translate(${head.x.toFixed(1)} ${head.y.toFixed(1)})`,
    points: groupThousands(Math.round(teamPoints / 5) * 5),
    rank: String(Math.round(lane) + 1),
  }
}

/** Writes changed attributes only, because laying out text along a path is the costly part of a frame. */
export function drawRunners(svg: SVGSVGElement, track: Track, moment: RaceMoment) {
  svg.querySelectorAll('[data-runner]').forEach((runner, team) => {
    const { leads, path, dashes, head, points, rank } = runnerAt(track, moment, team)
    runner.toggleAttribute('data-leads', leads)
    const line = runner.querySelector('path')
    set(line, 'd', path)
    set(line, 'stroke-dasharray', dashes)
    set(runner.querySelector('[data-head]'), 'transform', head)
    setText(runner.querySelector('[data-points]'), points)
    setText(runner.querySelector('[data-rank]'), rank)
  })
}

function set(element: Element | null, attribute: string, value: string) {
  if (element && element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}

export function drawBoard(board: HTMLElement, { day, calories }: RaceMoment) {
  setText(board.querySelector('[data-board=day]'), String(day))
  setText(board.querySelector('[data-board=calories]'), groupThousands(calories))
}

function setText(element: Element | null, text: string) {
  if (element && element.textContent !== text) element.textContent = text
}
