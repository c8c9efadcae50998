import type { Random } from '../random.ts'

type Point = [x: number, y: number]

/** Joints in parts of the body's height, the feet at 0: head, neck, hip, then elbow and hand, knee and foot of each side. */
type Pose = { head: Point; neck: Point; hip: Point; arms: [Point, Point][]; legs: [Point, Point][] }

export const poses = {
  standing: {
    head: [0, 0.92],
    neck: [0, 0.82],
    hip: [0, 0.48],
    arms: [
      [
        [-0.12, 0.66],
        [-0.1, 0.5],
      ],
      [
        [0.12, 0.66],
        [0.12, 0.5],
      ],
    ],
    legs: [
      [
        [-0.06, 0.25],
        [-0.07, 0],
      ],
      [
        [0.06, 0.25],
        [0.08, 0],
      ],
    ],
  },
  cheering: {
    head: [0, 0.92],
    neck: [0, 0.82],
    hip: [0, 0.48],
    arms: [
      [
        [-0.16, 0.92],
        [-0.12, 1.1],
      ],
      [
        [0.16, 0.92],
        [0.13, 1.12],
      ],
    ],
    legs: [
      [
        [-0.08, 0.25],
        [-0.1, 0],
      ],
      [
        [0.08, 0.25],
        [0.1, 0],
      ],
    ],
  },
  running: {
    head: [0.12, 0.93],
    neck: [0.08, 0.83],
    hip: [0, 0.5],
    arms: [
      [
        [-0.1, 0.68],
        [-0.02, 0.56],
      ],
      [
        [0.2, 0.68],
        [0.3, 0.78],
      ],
    ],
    legs: [
      [
        [-0.14, 0.32],
        [-0.34, 0.2],
      ],
      [
        [0.16, 0.34],
        [0.18, 0.04],
      ],
    ],
  },
  stretching: {
    head: [0.02, 0.9],
    neck: [0.02, 0.8],
    hip: [0, 0.46],
    arms: [
      [
        [-0.2, 0.8],
        [-0.38, 0.82],
      ],
      [
        [0.22, 0.8],
        [0.4, 0.82],
      ],
    ],
    legs: [
      [
        [-0.2, 0.24],
        [-0.36, 0.02],
      ],
      [
        [0.16, 0.26],
        [0.2, 0],
      ],
    ],
  },
  plank: {
    head: [0.48, 0.3],
    neck: [0.38, 0.27],
    hip: [0, 0.2],
    arms: [
      [
        [0.38, 0.12],
        [0.5, 0],
      ],
      [
        [0.34, 0.12],
        [0.46, 0],
      ],
    ],
    legs: [
      [
        [-0.22, 0.14],
        [-0.48, 0.03],
      ],
      [
        [-0.24, 0.12],
        [-0.5, 0.02],
      ],
    ],
  },
  cycling: {
    head: [0.2, 0.98],
    neck: [0.14, 0.9],
    hip: [-0.12, 0.62],
    arms: [
      [
        [0.24, 0.76],
        [0.36, 0.68],
      ],
    ],
    legs: [
      [
        [0.12, 0.46],
        [0.02, 0.2],
      ],
      [
        [0.08, 0.5],
        [0.1, 0.28],
      ],
    ],
  },
} satisfies Record<string, Pose>

export type PoseName = keyof typeof poses

const skins = ['#5b3a26', '#7a4b30', '#9c6644', '#c68b63', '#e0ac83', '#f0c8a4']
const hairs = ['#1d1512', '#2b1c14', '#3f2a1c', '#6b4a2b']
const trousers = ['#22303f', '#3b2f4a', '#2d3a2e', '#40434b', '#1f2430']

type Body = { x: number; y: number; height: number; pose: PoseName; shirt: string; random: Random }

/** A person in the shirt of the company; `y` is where the feet are. */
export function person({ x, y, height, pose, shirt, random }: Body): string {
  const { head, neck, hip, arms, legs }: Pose = poses[pose]
  const turned = random.chance(0.5) ? 1 : -1
  const wobble = () => random.between(-0.02, 0.02)
  const at = ([px, py]: Point): Point => [x + (px + wobble()) * height * turned, y - py * height]
  const [h, n, p] = [at(head), at(neck), at(hip)]
  const [skin, hair, cloth] = [random.pick(skins), random.pick(hairs), random.pick(trousers)]
  const limb = (points: Point[], width: number, colour: string) =>
    `<polyline points="${points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="${(width * height).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`
  const shadow = `<ellipse cx="${x}" cy="${y + height * 0.02}" rx="${height * 0.26}" ry="${height * 0.05}" fill="#000" opacity="0.22"/>`
  const radius = height * 0.075
  return [
    shadow,
    ...legs.map(([knee, foot]) => limb([p, at(knee), at(foot)], 0.09, cloth)),
    limb([n, p], 0.19, shirt),
    ...arms.map(([elbow, hand]) => limb([n, at(elbow), at(hand)], 0.06, skin)),
    limb([n, [(n[0] + p[0]) / 2, (n[1] + p[1]) / 2]], 0.2, shirt),
    `<circle cx="${h[0].toFixed(1)}" cy="${(h[1] - radius * 0.25).toFixed(1)}" r="${(radius * 1.12).toFixed(1)}" fill="${hair}"/>`,
    `<circle cx="${h[0].toFixed(1)}" cy="${(h[1] + radius * 0.15).toFixed(1)}" r="${radius.toFixed(1)}" fill="${skin}"/>`,
  ].join('')
}

type Group = Omit<Body, 'x' | 'height'> & { count: number; left: number; right: number; height: number }

/** Beside each other, those further back first. */
export function people({ count, left, right, y, height, ...rest }: Group): string {
  const { random } = rest
  const drawn = Array.from({ length: count }, (_, nth) => {
    const depth = random.between(-0.12, 0.12)
    const x = left + ((nth + 0.5) / count) * (right - left) + random.between(-18, 18)
    return { depth, svg: person({ ...rest, x, y: y + depth * 120, height: height * (1 + depth) }) }
  })
  return drawn
    .toSorted((one, other) => one.depth - other.depth)
    .map(({ svg }) => svg)
    .join('')
}
