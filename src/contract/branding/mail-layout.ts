import { oneLine } from '../text/one-line.ts'
import { branding, brandColors as colors, darkBrandColors as dark } from './branding.ts'
import { whiteOrBlackOn } from './contrast.ts'

/** Escaped markup, safe to send; every other value is text and gets escaped. */
type Html = { readonly markup: string }
type Value = string | number | undefined | Html | Html[]

/** A template that escapes every value. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.reduce((before, part, i) => before + render(values[i - 1]) + part) }
}

function render(value: Value): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(render).join('')
  return typeof value === 'object' ? value.markup : escapeText(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The content of an email. The outbox stores it in this form; sending renders it. */
export type MailContent = {
  /** The preview that mail lists show after the subject. */
  preheader: string
  /** A heading at the top of the email, on its chosen colour. */
  headline?: { title: string; color: string }
  /** Empty when the paragraphs include the greeting. */
  greeting: string
  /** Line breaks inside a paragraph are kept. A paragraph of dates and places alone is drawn as a card. */
  paragraphs: string[]
  /** An inline attachment; programs that block pictures display `alt`. */
  picture?: { cid: string; alt: string; width: number; caption: string }
  button?: { label: string; url: string }
  closing?: string
  footer?: string
  /** For optional emails: `url` is a page for people; `oneClickUrl` takes the POST of a mail program (RFC 8058). */
  unsubscribe?: { label: string; url: string; oneClickUrl: string }
}

const defaultFooter = `You received this email because this address is used at ${branding.eventName}.`

/** Renders one content as an HTML page and as plain text. */
export function renderMail({ footer = defaultFooter, ...rest }: MailContent): { html: string; text: string } {
  const content = { ...rest, greeting: oneLine(rest.greeting), footer }
  return { html: page(content), text: plain(content) }
}

export function refuseForeignLinks({ button, unsubscribe }: MailContent) {
  const links = [button?.url, unsubscribe?.url, unsubscribe?.oneClickUrl].filter((url) => url !== undefined)
  // A link becomes a header between angle brackets: refuse characters that would end it early.
  if (!links.every((url) => /^https?:\/\/[^\s<>]+$/.test(url))) throw new Error('A mail links to web addresses only')
}

type Content = MailContent & { footer: string }

function plain({ greeting, paragraphs, picture, button, closing, footer, unsubscribe }: Content): string {
  const link = button && `${button.label}:\n${button.url}`
  const stop = unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.url}` : ''
  const signature = `-- \n${branding.eventName}\n${branding.initiative}\n${footer}${stop}`
  return `${[greeting, ...paragraphs, picture?.caption, link, closing, signature].filter(Boolean).join('\n\n')}\n`
}

const sans = 'font-family: Figtree, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
const display = 'font-family: Bricolage Grotesque, Trebuchet MS, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

// Light colours are inline, for programs that drop the style sheet; dark ones can only come from it.
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${colors.link}; }
@media (max-width: 620px) { .edge { padding-left: 20px !important; padding-right: 20px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark.ground} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.border} !important; }
  .head { background-color: ${dark.head} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.mutedInk} !important; }
  .link { color: ${dark.link} !important; }
}
[data-ogsb] .card { background-color: ${dark.surface} !important; }
[data-ogsc] .ink { color: ${dark.ink} !important; }
[data-ogsc] .muted { color: ${dark.mutedInk} !important; }
[data-ogsc] .link { color: ${dark.link} !important; }`

// Pads the preview, so that mail lists do not append the start of the body.
const previewEnd: Html = { markup: '&#847;&zwnj;&nbsp;'.repeat(60) }

function page(content: Content): string {
  const { preheader, headline, greeting, paragraphs, picture, button, closing, footer, unsubscribe } = content
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${branding.eventName}</title>
<style>${{ markup: styleSheet }}
</style>
</head>
<body class="ground" style="margin: 0; padding: 0; background-color: ${colors.ground};">
<div style="display: none; max-height: 0; overflow: hidden; opacity: 0; mso-hide: all;">${preheader}${previewEnd}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colors.ground}" style="background-color: ${colors.ground};">
<tr><td align="center" style="padding: 24px 12px 40px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px;">
${headline ? eventHead(headline) : defaultHead}
<tr><td class="card edge" bgcolor="${colors.surface}" style="background-color: ${colors.surface}; border: 1px solid ${colors.border}; border-top: 0; border-radius: 0 0 10px 10px; padding: 32px 36px 28px; text-align: left;">
${greeting ? html`<p class="ink" style="${heading}">${greeting}</p>` : undefined}
${paragraphs.map((text) => factCard(text, headline?.color ?? colors.flame) ?? paragraph(text))}
${picture ? qrCodeBlock(picture) : undefined}
${button ? bigButton(button, headline?.color ?? colors.flame) : undefined}
${closing ? paragraph(closing) : undefined}
</td></tr>
<tr><td class="edge" style="padding: 20px 36px 0; text-align: left;">
<p class="muted" style="${sans}; margin: 0; font-size: 14px; line-height: 20px; color: ${colors.mutedInk};">${lines(footer)}${unsubscribe ? unsubscribeLink(unsubscribe) : undefined}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.markup
}

const heading = `${display}; margin: 0 0 16px; font-size: 22px; line-height: 28px; font-weight: 700; color: ${colors.ink}; overflow-wrap: anywhere;`

/** Three lanes of the track, drawn with table rows: programs may block pictures. */
const lanes = html`<tr><td bgcolor="${colors.flame}" style="background-color: ${colors.flame}; height: 4px; line-height: 4px; font-size: 0;">&nbsp;</td></tr>
<tr><td bgcolor="${colors.paleFlame}" style="background-color: ${colors.paleFlame}; height: 3px; line-height: 3px; font-size: 0;">&nbsp;</td></tr>
<tr><td bgcolor="${colors.palestFlame}" style="background-color: ${colors.palestFlame}; height: 2px; line-height: 2px; font-size: 0;">&nbsp;</td></tr>`

const defaultHead = html`<tr><td class="head edge" bgcolor="${colors.ink}" style="background-color: ${colors.ink}; border-radius: 10px 10px 0 0; padding: 26px 36px 22px; text-align: left;">
<div style="${display}; font-size: 22px; line-height: 28px; font-weight: 700; color: ${colors.light};">${branding.eventName}</div>
<div style="${sans}; font-size: 14px; line-height: 20px; color: ${colors.border};">${branding.initiative}</div>
</td></tr>
${lanes}`

/** Unchanged in dark mode: a chosen colour with readable text. */
function eventHead({ title, color }: NonNullable<MailContent['headline']>): Html {
  const ink = whiteOrBlackOn(color)
  return html`<tr><td class="edge" bgcolor="${color}" style="background-color: ${color}; border-radius: 10px 10px 0 0; padding: 26px 36px 28px; text-align: left;">
<div style="${sans}; font-size: 14px; line-height: 20px; font-weight: 600; color: ${ink};">${branding.eventName}</div>
<h1 style="${display}; margin: 6px 0 0; font-size: 28px; line-height: 34px; font-weight: 800; color: ${ink}; overflow-wrap: anywhere;">${oneLine(title)}</h1>
</td></tr>`
}

const paragraph = (text: string) =>
  html`<p class="ink" style="${sans}; margin: 0 0 16px; font-size: 16px; line-height: 24px; color: ${colors.ink}; overflow-wrap: anywhere;">${lines(text)}</p>
`

// Also matches the default text, which organisers may have changed.
const factLine = /^(Date|Place|New date|New place|Before|Date, as before|Place, as before): (.+)$/

/** Date and place beside a bar in the event's colour; undefined for any other paragraph. */
function factCard(text: string, color: string): Html | undefined {
  const facts = text.split(/\r?\n/).map((line) => factLine.exec(line))
  if (!facts.every((fact) => fact !== null)) return undefined
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin: 4px 0 20px;">
<tr><td width="5" bgcolor="${color}" style="width: 5px; background-color: ${color}; border-radius: 8px 0 0 8px; font-size: 0;">&nbsp;</td>
<td class="ground" bgcolor="${colors.ground}" style="background-color: ${colors.ground}; border-radius: 0 8px 8px 0; padding: 14px 18px 4px; text-align: left;">
${facts.map(([, label = '', value = '']) => fact(label, value))}</td></tr>
</table>
`
}

const fact = (label: string, value: string) =>
  html`<p style="${sans}; margin: 0 0 10px; font-size: 17px; line-height: 24px; overflow-wrap: anywhere;"><span class="muted" style="font-size: 14px; line-height: 20px; color: ${colors.mutedInk};">${label}</span><br><strong class="ink" style="color: ${colors.ink};">${value}</strong></p>
`

/** White with a margin, also in dark mode: scanners read the code from the screen. */
const qrCodeBlock = ({ cid, alt, width, caption }: NonNullable<MailContent['picture']>) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 8px 0 20px;">
<tr><td align="center" bgcolor="#ffffff" style="background-color: #ffffff; border: 1px solid ${colors.border}; border-radius: 8px; padding: 12px;">
<img src="cid:${cid}" alt="${alt}" width="${width}" height="${width}" style="display: block; width: ${width}px; height: ${width}px; max-width: 100%; image-rendering: pixelated;">
<div style="${sans}; padding-top: 8px; font-size: 18px; line-height: 24px; font-weight: 700; color: ${colors.ink};">${caption}</div>
</td></tr>
</table>
`

const bigButton = ({ label, url }: { label: string; url: string }, color: string) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 8px 0 16px;">
<tr><td bgcolor="${color}" style="background-color: ${color}; border: 1px solid ${colors.border}; border-radius: 8px; mso-padding-alt: 14px 28px;">
<a href="${url}" style="${sans}; display: inline-block; padding: 14px 28px; font-size: 18px; line-height: 24px; font-weight: 700; color: ${color === colors.flame ? colors.ink : whiteOrBlackOn(color)}; text-decoration: none; border-radius: 8px;">${label}</a>
</td></tr>
</table>
<p class="muted" style="${sans}; margin: 0 0 20px; font-size: 14px; line-height: 20px; color: ${colors.mutedInk}; overflow-wrap: anywhere; word-break: break-word;">Or copy this address into your browser:<br><a class="link" href="${url}" style="color: ${colors.link}; text-decoration: underline;">${url}</a></p>
`

const unsubscribeLink = ({ label, url }: NonNullable<MailContent['unsubscribe']>) =>
  html`<br><a class="link" href="${url}" style="color: ${colors.link}; text-decoration: underline;">${label}</a>`

const lines = (text: string): Html => ({ markup: text.split(/\r?\n/).map(escapeText).join('<br>') })
