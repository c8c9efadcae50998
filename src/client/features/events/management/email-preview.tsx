import { EmailFrame } from '#client/ui/display/email-frame.tsx'
import { brandColors } from '#contract/branding/branding.ts'
import { renderMail } from '#contract/branding/mail-layout.ts'
import { confirmationMail } from '#contract/events/confirmation.ts'
import type { MailTexts, MailValues } from '#contract/events/mail-text.ts'

interface Props {
  texts: MailTexts
  values: MailValues
  brandingColor: string
}

const cid = 'sample-code'

/** Preview by the renderer of the delivery. The QR code is a sample, and the links are dead. */
export function EmailPreview({ texts, values, brandingColor }: Props) {
  const { subject, content } = confirmationMail(texts, values, { brandingColor, cid })
  const { html } = renderMail(content)
  return (
    <div className="overflow-hidden rounded-lg border border-border bg-surface">
      <p dir="auto" className="border-b border-border px-4 py-3 font-semibold wrap-anywhere">
        {subject}
      </p>
      <EmailFrame html={html} pictures={{ [cid]: sampleCode }} />
    </div>
  )
}

const size = 21
const finders = [
  [0, 0],
  [14, 0],
  [0, 14],
] as const

/** Resembles a QR code but has no content, so nobody can check in with it. */
const sampleCode = drawSampleCode()

function drawSampleCode(): string {
  const isInFinder = (x: number, y: number) =>
    finders.some(([fx, fy]) => x >= fx - 1 && x < fx + 8 && y >= fy - 1 && y < fy + 8)
  const modules = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const)
    .filter(([x, y]) => !isInFinder(x, y) && (x * 7 + y * 13 + x * y * 3) % 5 < 2)
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  const eyes = finders.map(([x, y]) => `M${x} ${y}h7v7h-7zM${x + 1} ${y + 1}v5h5v-5zM${x + 2} ${y + 2}h3v3h-3z`)
  const path = [...modules, ...eyes].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="${brandColors.ink}" fill-rule="evenodd" d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
