import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { Badge, type BadgeTone } from '#client/ui/display/badge.tsx'
import { Prose } from './prose.tsx'
import type { Call, Schema } from './queries.ts'
import { kindOf, SchemaView } from './schema-view.tsx'

const tones: Record<string, BadgeTone> = {
  GET: 'info',
  POST: 'success',
  PATCH: 'warning',
  PUT: 'warning',
  DELETE: 'destructive',
}

/** One call: address and summary when closed, all details when open. */
export function CallView({ call, schemas }: { call: Call; schemas: Record<string, Schema> }) {
  return (
    <details id={call.operationId} className="group scroll-mt-24 rounded-lg border border-border bg-surface">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 hover:bg-accent">
        <Badge tone={tones[call.method]} className="w-18 justify-center">
          {call.method}
        </Badge>
        <code className="font-semibold wrap-anywhere">{call.path}</code>
        <span className="min-w-0 flex-1 basis-60 text-muted-foreground">{call.summary}</span>
      </summary>
      <div className="flex flex-col gap-5 border-t border-border px-4 py-4">
        <div className="flex flex-wrap items-center gap-3">
          <code className="text-sm text-muted-foreground">{call.operationId}</code>
          <CopyButton text={call.path} label="Copy path" failure="Please copy the path manually" />
        </div>
        <Prose>{call.description}</Prose>
        <Parameters call={call} />
        {call.requestBody && <Contents title="Body" content={call.requestBody.content} schemas={schemas} />}
        <Responses call={call} schemas={schemas} />
      </div>
    </details>
  )
}

function Parameters({ call: { parameters } }: { call: Call }) {
  if (parameters.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-bold">Parameters</h3>
      <ul className="divide-y divide-border rounded-md border border-border">
        {parameters.map(({ name, in: place, required, schema, description }) => (
          <li key={`${place} ${name}`} className="flex flex-col gap-1 px-3 py-2">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <code className="font-semibold">{name}</code>
              <span className="text-sm text-muted-foreground">in the {place}</span>
              {!required && <span className="text-sm text-muted-foreground">optional</span>}
            </div>
            <p className="text-sm text-muted-foreground wrap-anywhere">{kindOf(schema)}</p>
            {description && <Prose className="text-sm text-muted-foreground">{description}</Prose>}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ContentsProps = { title: string; content: Record<string, { schema: Schema }>; schemas: Record<string, Schema> }

function Contents({ title, content, schemas }: ContentsProps) {
  const types = Object.keys(content)
  const json = content['application/json']
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-bold">
        {title} <span className="font-normal text-muted-foreground">{types.join(', ')}</span>
      </h3>
      {json && <SchemaView schema={json.schema} schemas={schemas} />}
    </section>
  )
}

function Responses({ call, schemas }: { call: Call; schemas: Record<string, Schema> }) {
  const answers = Object.entries(call.responses)
  const good = answers.filter(([status]) => Number(status) < 400)
  const refusals = answers.filter(([status]) => Number(status) >= 400)
  return (
    <>
      {good.map(([status, { description, content = {} }]) =>
        Object.keys(content).length > 0 ? (
          <Contents key={status} title={`Answer ${status}`} content={content} schemas={schemas} />
        ) : (
          <section key={status} className="flex flex-col gap-1">
            <h3 className="font-bold">Answer {status}</h3>
            <Prose className="text-muted-foreground">{description}</Prose>
          </section>
        ),
      )}
      <details>
        <summary className="cursor-pointer font-bold">Refusals</summary>
        <dl className="mt-2 flex flex-col gap-3">
          {refusals.map(([status, { description }]) => (
            <div key={status} className="flex gap-3">
              <dt className="w-12 shrink-0 font-semibold tabular-nums">{status}</dt>
              <dd>
                <Prose className="text-sm">{description}</Prose>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
