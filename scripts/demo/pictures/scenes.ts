import type { Random } from '../random.ts'
import { type PoseName, people, person } from './people.ts'
import { pixelText, widthOfPixelText } from './pixel-text.ts'

export const frame = { width: 800, height: 600 }
/** Drawn wider than the frame: the camera moves. */
const [left, right, top, bottom] = [-160, 960, -140, 740]

export type Light = { hour: number; shirt: string; number: string; random: Random }

const skies: { until: number; colours: [string, string, string]; sun: string }[] = [
  { until: 7.5, colours: ['#5d78b3', '#f2a477', '#ffe0a8'], sun: '#fff1c9' },
  { until: 16.5, colours: ['#3f8fd2', '#8cc8ee', '#dff1fb'], sun: '#fffbe6' },
  { until: 19.5, colours: ['#46498f', '#e0715a', '#fbc77a'], sun: '#ffe2a0' },
  { until: 24, colours: ['#0e1330', '#27305f', '#4a4f86'], sun: '#f3f1dc' },
]

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`
const series = (count: number, draw: (nth: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n)).join('')

function gradient(id: string, colours: string[]): string {
  const stops = colours.map((colour, n) => `<stop offset="${n / (colours.length - 1)}" stop-color="${colour}"/>`)
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

function sky({ hour, random }: Light, horizon: number): string {
  const { colours, sun } = skies.find(({ until }) => hour < until) ?? (skies[1] as (typeof skies)[number])
  const [x, y] = [random.between(80, 720), random.between(60, horizon - 60)]
  const cloud = () => {
    const [cx, cy, size] = [random.between(left, right), random.between(20, horizon - 120), random.between(18, 40)]
    return series(4, (n) => circle(cx + n * size * 0.9, cy + (n % 2) * size * -0.4, size, '#fff', 'opacity="0.5"'))
  }
  return [
    `<defs>${gradient('sky', colours)}</defs>`,
    rect(left, top, right - left, horizon - top, 'url(#sky)'),
    circle(x, y, 90, sun, 'opacity="0.28"'),
    circle(x, y, 38, sun),
    series(3, cloud),
  ].join('')
}

function sea(y: number, height: number, random: Random): string {
  const wave = () => {
    const [wx, wy] = [random.between(left, right), y + random.between(8, height)]
    const width = random.between(30, 110)
    return `<path d="M${wx} ${wy}q${width / 4} -5 ${width / 2} 0t${width / 2} 0" fill="none" stroke="#e9fbff" stroke-width="2.5" opacity="0.6"/>`
  }
  const colours = gradient('sea', ['#1b7f9e', '#2fb3b8', '#86dcd0'])
  return `<defs>${colours}</defs>${rect(left, y, right - left, height, 'url(#sea)')}${series(26, wave)}`
}

/** A palm whose crown leans with the trade wind. */
function palm(x: number, y: number, height: number, random: Random): string {
  const lean = random.between(-30, -70)
  const [cx, cy] = [x + lean, y - height]
  const leaf = (n: number) => {
    const angle = -Math.PI + (n / 6) * Math.PI * 1.15
    const [ex, ey] = [cx + Math.cos(angle) * height * 0.42 - 12, cy + Math.sin(angle) * height * 0.2 + height * 0.1]
    return `<path d="M${cx} ${cy}Q${(cx + ex) / 2} ${cy - height * 0.16} ${ex} ${ey}" fill="none" stroke="${n % 2 ? '#2f7d4f' : '#3f9a5c'}" stroke-width="10" stroke-linecap="round"/>`
  }
  return `<path d="M${x} ${y}Q${x + lean * 0.2} ${y - height * 0.6} ${cx} ${cy}" fill="none" stroke="#7a5a3c" stroke-width="13"/>${series(8, leaf)}`
}

/** Gabled houses along the harbour. */
function houses(y: number, random: Random): string {
  const paints = ['#e8b33f', '#d9674f', '#5aa3c7', '#7fb069', '#e58fa1', '#8a6fb0', '#f0d9a8', '#3f8f86']
  return series(9, (n) => {
    const [width, height] = [124, random.between(150, 240)]
    const x = left + n * width
    const paint = random.pick(paints)
    const windows = series(6, (w) =>
      rect(x + 18 + (w % 3) * 34, y - height + 40 + Math.floor(w / 3) * 62, 20, 34, '#fdf6e3'),
    )
    const gable = `<path d="M${x} ${y - height}l${width / 2} -46l${width / 2} 46z" fill="#b5432f"/>`
    return rect(x, y - height, width - 3, height, paint) + gable + windows + rect(x + 48, y - 50, 28, 50, '#5a3d2b')
  })
}

/** A banner with the number of the team on the wall or above the road. */
function banner(text: string, x: number, y: number, colour: string, size = 6): string {
  const width = widthOfPixelText(text, size)
  return (
    rect(x - size * 3, y - size * 3, width + size * 6, size * 13, colour, 'rx="6"') +
    pixelText(text, { x, y, size, fill: '#fff' })
  )
}

const team = (light: Light, pose: PoseName, at: { y: number; height: number; count?: number; spread?: number }) => {
  const { random, shirt } = light
  const middle = random.between(340, 460)
  const spread = at.spread ?? 260
  const count = at.count ?? random.whole(2, 5)
  return people({ ...at, count, left: middle - spread, right: middle + spread, pose, shirt, random })
}

const promenade = (light: Light) =>
  sky(light, 330) +
  houses(360, light.random) +
  rect(left, 356, right - left, 400, '#b9b2a4') +
  series(14, (n) => rect(left, 372 + n * 26, right - left, 2, '#9d968a')) +
  palm(light.random.between(60, 160), 470, 280, light.random) +
  team(light, 'running', { y: 520, height: 190 })

const beach = (light: Light) =>
  sky(light, 300) +
  sea(296, 130, light.random) +
  `<path d="M${left} 410q280 -34 560 4t560 -14V${bottom}H${left}z" fill="#ecd6a6"/>` +
  series(30, () => circle(light.random.between(left, right), light.random.between(440, 640), 3, '#cdb27c')) +
  palm(light.random.between(640, 760), 480, 320, light.random) +
  team(light, light.random.pick(['running', 'cheering'] as const), { y: 540, height: 200 })

const swimming = (light: Light) => {
  const { random, shirt } = light
  const swimmer = () => {
    const [x, y] = [random.between(120, 680), random.between(330, 520)]
    return (
      circle(x, y, 17, random.pick(['#7a4b30', '#c68b63', '#5b3a26'])) +
      `<path d="M${x - 17} ${y - 2}a17 17 0 0 1 34 0z" fill="${shirt}"/>` +
      `<path d="M${x + 14} ${y + 12}q34 -46 66 -4" fill="none" stroke="#a86f4c" stroke-width="11" stroke-linecap="round"/>` +
      `<path d="M${x - 50} ${y + 20}q25 -12 50 0t50 0" fill="none" stroke="#fff" stroke-width="5" opacity="0.8"/>`
    )
  }
  return sky(light, 240) + sea(236, 520, random) + series(random.whole(2, 4), swimmer)
}

const stairs = (light: Light) => {
  const { random, shirt } = light
  const steps = series(11, (n) => rect(left + 90 * n, 610 - n * 46, 1_200, 50, n % 2 ? '#c9beb0' : '#d8cec1'))
  const climbers = series(random.whole(2, 3), (n) => {
    const nth = 3 + n * 2
    const x = left + 90 * nth + 40
    return person({ x, y: 612 - nth * 46, height: 170, pose: 'running', shirt, random })
  })
  return (
    rect(left, top, 1_200, 900, '#efe6da') +
    rect(random.between(40, 220), 40, 150, 190, '#a9d3e6', 'stroke="#fff" stroke-width="10"') +
    banner(light.number, 560, 70, shirt) +
    steps +
    climbers
  )
}

const hall = (pose: PoseName, wall: string) => (light: Light) => {
  const { random, shirt } = light
  const floor = series(12, (n) => rect(left + n * 100, 400, 96, 400, n % 2 ? '#c08a56' : '#b67f4c'))
  const mats = series(3, (n) =>
    rect(80 + n * 240, 500, 190, 26, random.pick(['#3f8f86', '#8a6fb0', '#d9674f']), 'rx="8"'),
  )
  return (
    rect(left, top, 1_200, 560, wall) +
    series(3, (n) => rect(90 + n * 240, 60, 150, 180, '#cfe8f1', 'stroke="#fff" stroke-width="8"')) +
    floor +
    mats +
    banner(light.number, random.between(80, 420), 290, shirt, 7) +
    team(light, pose, { y: 500, height: pose === 'plank' ? 200 : 210, count: 3, spread: 300 })
  )
}

const lunch = (light: Light) => {
  const { random } = light
  const foods = ['#d9442f', '#e8b33f', '#6aa84f', '#f28c28', '#8e3b6f', '#f4e3c1', '#3d7a3f']
  const plate = (x: number, y: number, radius: number) =>
    circle(x + 8, y + 12, radius, '#000', 'opacity="0.18"') +
    circle(x, y, radius, '#fdfcf8') +
    circle(x, y, radius * 0.8, '#f1efe8') +
    series(26, () => {
      const [angle, far] = [random.between(0, 6.3), random.between(0, radius * 0.62)]
      return circle(x + Math.cos(angle) * far, y + Math.sin(angle) * far, random.between(8, 22), random.pick(foods))
    })
  return (
    rect(left, top, 1_200, 900, '#a8754a') +
    series(9, (n) => rect(left, top + n * 100, 1_200, 4, '#8f6039')) +
    plate(random.between(250, 330), random.between(270, 330), 170) +
    plate(random.between(570, 650), random.between(250, 360), 150) +
    rect(random.between(430, 460), 130, 12, 340, '#d7dade', 'rx="6"') +
    circle(120, 120, 54, '#bfe4ef', 'stroke="#e9f6fa" stroke-width="10"')
  )
}

const bottles = (light: Light) => {
  const { random, shirt } = light
  const bottle = (n: number) => {
    const x = 90 + n * 130 + random.between(-12, 12)
    const level = random.between(60, 210)
    return (
      rect(x, 210, 84, 260, '#e3f3f8', 'rx="18" opacity="0.92"') +
      rect(x + 6, 464 - level, 72, level, '#6fc3dd', 'rx="12" opacity="0.8"') +
      rect(x + 24, 172, 36, 44, shirt, 'rx="8"') +
      pixelText(light.number.slice(-2), { x: x + 26, y: 330, size: 3, fill: shirt })
    )
  }
  return (
    rect(left, top, 1_200, 600, '#dfe7e2') +
    rect(left, 460, 1_200, 300, '#b98d62') +
    rect(120, 30, 200, 130, '#f7f3ea', 'stroke="#cbbfae" stroke-width="8"') +
    series(5, bottle)
  )
}

const cycling = (light: Light) => {
  const { random, shirt } = light
  const rider = (n: number) => {
    const [x, y] = [190 + n * 220 + random.between(-20, 20), 500 + random.between(-16, 16)]
    const wheel = (at: number) => circle(at, y, 46, 'none', 'stroke="#222" stroke-width="7"')
    const bike = `<path d="M${x - 60} ${y}L${x - 16} ${y - 66}L${x + 44} ${y - 66}L${x + 62} ${y}M${x - 16} ${y - 66}L${x + 4} ${y}L${x + 44} ${y - 66}" fill="none" stroke="${shirt}" stroke-width="8"/>`
    // Riders of one group all ride to the right, and their pose is drawn around the saddle.
    const ahead = { ...random, chance: () => true }
    return (
      wheel(x - 60) + wheel(x + 62) + bike + person({ x, y: y + 6, height: 190, pose: 'cycling', shirt, random: ahead })
    )
  }
  return (
    sky(light, 330) +
    `<path d="M${left} 340q200 -90 420 -20t700 -30V470H${left}z" fill="#7f9a5b"/>` +
    rect(left, 440, 1_200, 320, '#6d6a66') +
    series(8, (n) => rect(left + n * 160, 574, 90, 9, '#f4efe2')) +
    series(random.whole(2, 3), rider)
  )
}

const hiking = (light: Light) => {
  const { random } = light
  const cactus = () => {
    const [x, y] = [random.between(0, 800), random.between(470, 520)]
    return `<path d="M${x} ${y}v-90M${x} ${y - 40}q-30 0 -30 -34M${x} ${y - 56}q28 0 28 -32" fill="none" stroke="#4d7d46" stroke-width="16" stroke-linecap="round"/>`
  }
  return (
    sky(light, 420) +
    `<path d="M${left} 420L120 200L230 300L400 90L560 290L650 220L${right} 430z" fill="#6f7f8f"/>` +
    `<path d="M${left} 480q200 -120 430 -60t760 -40V${bottom}H${left}z" fill="#a58d5a"/>` +
    series(4, cactus) +
    team(light, random.pick(['standing', 'cheering'] as const), { y: 560, height: 190 })
  )
}

const football = (light: Light) => {
  const { random } = light
  return (
    sky(light, 250) +
    series(10, (n) => rect(left + n * 120, 250, 120, 500, n % 2 ? '#4e9a4b' : '#58a854')) +
    `<path d="M250 300V170H560V300" fill="none" stroke="#fff" stroke-width="10"/>` +
    series(9, (n) => rect(262 + n * 34, 178, 2, 122, '#ffffff', 'opacity="0.5"')) +
    `<ellipse cx="400" cy="560" rx="260" ry="70" fill="none" stroke="#fff" stroke-width="6" opacity="0.7"/>` +
    team(light, 'running', { y: 520, height: 190, count: random.whole(3, 5), spread: 330 }) +
    circle(random.between(250, 550), random.between(500, 560), 20, '#fff', 'stroke="#222" stroke-width="5"')
  )
}

const teamPhoto = (light: Light) =>
  sky(light, 320) +
  houses(350, light.random) +
  rect(left, 346, 1_200, 420, '#93a86b') +
  team(light, 'standing', { y: 470, height: 200, count: 6, spread: 360 }) +
  team(light, 'cheering', { y: 570, height: 210, count: 5, spread: 320 }) +
  banner(light.number, 300, 500, light.shirt, 6)

export const scenes = {
  ...{ promenade, beach, swimming, stairs, lunch, bottles, cycling, hiking, football, teamPhoto },
  stretching: hall('stretching', '#e9d8c3'),
  plank: hall('plank', '#d5dfe6'),
  dancing: hall('cheering', '#f0dbe2'),
} satisfies Record<string, (light: Light) => string>

export type SceneName = keyof typeof scenes
