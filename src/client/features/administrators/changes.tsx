import { ArrowRight } from 'lucide-react'

/** Changed values of an entry, without those that were and stay empty. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const old = asRecord(before)
  const fresh = asRecord(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (name) => !isEmpty(old[name]) || !isEmpty(fresh[name]),
  )
  if (names.length === 0) return null
  return (
    <dl className="mt-1.5 flex flex-col gap-1 text-sm">
      {names.map((name) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
          <dt className="text-muted-foreground">{inWords(name)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            {name in old && (
              <del className="wrap-anywhere text-muted-foreground decoration-1">
                <bdi>{formatValue(old[name])}</bdi>
              </del>
            )}
            {name in old && name in fresh && (
              <>
                <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 self-center text-muted-foreground" />
                <span className="sr-only">became</span>
              </>
            )}
            {name in fresh && (
              <ins className="font-medium wrap-anywhere no-underline">
                <bdi>{formatValue(fresh[name])}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** `contactPersonName` → Contact person name */
function inWords(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const longest = 160

function formatValue(value: unknown): string {
  if (isEmpty(value)) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
