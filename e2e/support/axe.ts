// Automatic accessibility checks.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The axe rules that read colours; all others have the same result in every theme. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Expects no violation that axe can detect. */
export async function expectAccessible(page: Page, { rules = [] }: { rules?: string[] } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await page.evaluate(waitForStillness)
  expect(await page.evaluate(movingOutOfSight)).toEqual([])
  const broken = await page.evaluate(async (runOnly) => {
    // In high contrast the person sets the colours, but axe reads those of the style sheet.
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

/** Endless animations make the browser draw sixty times a second, even out of sight. */
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
 * Waits for animations: halfway between two colours, contrast checks fail. Ignores endless ones and those starting over
 * a second later, such as a note that fades after twelve. Repeats, because one may start when another ends.
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
