// The faults of accessibility that a machine can see.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe that read colours; all others find the same in every theme. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** No violation of accessibility that a machine can see. */
export async function expectAccessible(page: Page, { rules = [] }: { rules?: string[] } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await page.evaluate(waitForStillness)
  expect(await page.evaluate(movingOutOfSight)).toEqual([])
  const broken = await page.evaluate(async (runOnly) => {
    // In high contrast the colours are the person's own, and axe reads those of the style sheet.
    const isForced = matchMedia('(forced-colors: active)').matches
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(runOnly.length > 0 ? { runOnly } : {}),
      rules: isForced ? { 'color-contrast': { enabled: false } } : {},
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
  expect(broken).toEqual([])
}

/** What turns for ever makes the browser draw sixty times a second, also where nobody sees it. */
function movingOutOfSight(): string[] {
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime === Infinity)
    .map(({ effect }) => effect instanceof KeyframeEffect && effect.target)
    .filter((moving) => moving instanceof Element)
    .filter((moving) => !moving.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((moving) => moving.closest('button')?.outerHTML ?? moving.outerHTML)
}

/**
 * Halfway between two colours nothing can be read. Not waited for: what never ends, and what begins later than in a second, such as a
 * note that fades after twelve. One may start when another ends.
 */
async function waitForStillness() {
  const isMoving = ({ playState, currentTime, effect }: Animation) => {
    const { endTime, delay = 0 } = effect?.getComputedTiming() ?? {}
    return playState === 'running' && endTime !== Infinity && delay - Number(currentTime ?? 0) < 1_000
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const giveUpAt = performance.now() + 5_000
  for (let quiet = 0; quiet < 3 && performance.now() < giveUpAt; quiet++) {
    const moving = document.getAnimations().filter(isMoving)
    if (moving.length > 0) quiet = -1
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), pause(1_000)])
    await pause(20)
  }
}
