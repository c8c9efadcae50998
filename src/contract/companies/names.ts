import { branding, calendarProduct } from '../branding/branding.ts'

// Capitals first: the look-alike of a letter can differ between upper and lower case.
const capitals = pairUp('АВЕЅІЈКМНОРСТУХԌԚԜЗӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXGQW3LABEZHIKMNOPTYX')
const smallLetters = pairUp('авеѕіјкмнорстухԁһԛԝӏαβεικνορτυχηϲϳıɑɡɩ', 'abesijkmhopctyxdhqwlabeikvoptuxncjiagi')

function pairUp(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to]
  return new Map([...from].map((character, nth) => [character, targets[nth] ?? character]))
}

const replaceIn = (text: string, replacements: ReadonlyMap<string, string>) =>
  Array.from(text, (character) => replacements.get(character) ?? character).join('')

// One letter can become eighteen; an index entry has at most 2,704 bytes.
const longestKey = 400

/** Names that look the same to a person have the same key. */
export function nameKey(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  const small = replaceIn(visible, capitals).toLowerCase().replaceAll('ς', 'σ')
  const key = replaceIn(small, smallLetters).replace(/\s+/gu, ' ').trim()
  return [...key].slice(0, longestKey).join('')
}

/** The key for a duplicate company name; no name alone produces it. */
export const keyBeside = (name: string, companyId: string): string => `${nameKey(name)}\n${companyId}`

const reserved = new Set(
  [
    ...['admin', 'admins', 'administrator', 'administrators', 'administration', 'organiser', 'organisers', 'organizer'],
    ...['organizers', 'organisation', 'organization', 'support', 'helpdesk', 'moderator', 'moderators', 'reviewer'],
    ...['reviewers', 'staff', 'system', 'root', 'security', 'jury', 'referee'],
  ].map(nameKey),
)
const fillers = new Set(
  ['the', 'a', 'of', 'and', 'team', 'official', 'desk', 'help', 'event', 'sports', 'week'].map(nameKey),
)
const ownNames = [branding.eventName, branding.initiative, calendarProduct].map(nameKey)

/** Names that would impersonate the organisers; only organisers may set them. */
export function isReservedName(name: string): boolean {
  const key = nameKey(name)
  const words = key.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const text = ` ${words.join(' ')} `
  if (ownNames.some((reservedName) => text.includes(` ${reservedName} `))) return true
  return words.some((word) => reserved.has(word)) && words.every((word) => reserved.has(word) || fillers.has(word))
}
