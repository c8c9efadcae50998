type Child = Node | string | false | null | undefined
type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'attributes'>
> & {
  attributes?: Record<string, string>
}

/** One element with its properties and children: this page is small enough to do without a library. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { attributes = {}, ...properties }: Properties<Tag> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  Object.assign(made, properties)
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name] ?? '')
  for (const child of children) if (child) made.append(child)
  return made
}

const space = 'http://www.w3.org/2000/svg'

/** Two lanes around a bend and a runner in the outer one, as at the head of every page. */
export function brandMark(): SVGSVGElement {
  const drawing = icon('size-8 shrink-0', 'M4 29V16a12 12 0 0 1 24 0v2', 'M11 29V16a5 5 0 0 1 10 0v13')
  drawing.setAttribute('viewBox', '0 0 32 32')
  drawing.setAttribute('stroke-width', '3.5')
  drawing.firstElementChild?.setAttribute('stroke', 'var(--color-primary)')
  const runner = document.createElementNS(space, 'circle')
  const look = { cx: '28', cy: '26', r: '3.5', fill: 'var(--color-sun-400)', stroke: 'none' }
  for (const [name, value] of Object.entries(look)) runner.setAttribute(name, value)
  drawing.append(runner)
  return drawing
}

/** The lines of an icon on a grid of 24, as the rest of the product draws them. */
export function icon(className: string, ...lines: string[]): SVGSVGElement {
  const drawing = document.createElementNS(space, 'svg')
  const look = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    class: className,
  }
  for (const [name, value] of Object.entries(look)) drawing.setAttribute(name, value)
  for (const line of lines) {
    const path = document.createElementNS(space, 'path')
    path.setAttribute('d', line)
    drawing.append(path)
  }
  return drawing
}

export const icons = {
  camera: [
    'M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4z',
    'M15 13a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  ],
  check: ['M20 6 9 17l-5-5'],
  cross: ['M18 6 6 18', 'm6 6 12 12'],
  warning: ['m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3', 'M12 9v4', 'M12 17h.01'],
}
