import { useQuery } from '@tanstack/react-query'
import { FileJson, SearchX } from 'lucide-react'
import { useState } from 'react'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { CallView } from './call-view.tsx'
import { Prose } from './prose.tsx'
import { type ApiDocument, apiDocument, callsOf, matches } from './queries.ts'

/** Displays the OpenAPI document with a search. */
export function ApiDocsPage() {
  const query = useQuery(apiDocument)
  const [typed, setTyped] = useState('')
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="API"
        description="Every call of this product, with what it takes and what it answers."
        actions={
          <LinkButton href="/api/openapi.json" variant="outline" target="_blank">
            <FileJson aria-hidden="true" />
            openapi.json
          </LinkButton>
        }
      />
      <QuerySection query={query} failure="The document did not load." skeleton={<Skeleton className="h-96 w-full" />}>
        {(document) => (
          <>
            <Prose className="text-muted-foreground">{document.info.description}</Prose>
            <SearchInput
              label="Search calls"
              placeholder="Address, name or purpose"
              value={typed}
              onSearch={setTyped}
              className="max-w-120"
            />
            <Calls document={document} typed={typed} onClear={() => setTyped('')} />
          </>
        )}
      </QuerySection>
    </div>
  )
}

type CallsProps = { document: ApiDocument; typed: string; onClear: () => void }

function Calls({ document, typed, onClear }: CallsProps) {
  const found = callsOf(document).filter((call) => matches(call, typed))
  if (found.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={`No call has “${typed}”`}
        action={
          <Button variant="outline" onClick={onClear}>
            Show all calls
          </Button>
        }
      />
    )
  }
  return document.tags.map(({ name, description }) => {
    const calls = found.filter(({ tags }) => tags.includes(name))
    return (
      calls.length > 0 && (
        <section key={name} aria-labelledby={`tag-${name}`} className="flex flex-col gap-3">
          <div>
            <h2 id={`tag-${name}`} className="text-xl font-bold capitalize">
              {name}
            </h2>
            <Prose className="mt-1 text-muted-foreground">{description}</Prose>
          </div>
          {calls.map((call) => (
            <CallView key={call.operationId} call={call} schemas={document.components.schemas} />
          ))}
        </section>
      )
    )
  })
}
