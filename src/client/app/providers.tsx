import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Router } from 'wouter'
import { createQueryClient } from '#client/platform/query-client.ts'
import { askBeforeLeaving } from '#client/platform/unsaved.ts'
import { Toaster } from '#client/ui/toasts/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Router aroundNav={askBeforeLeaving}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </Router>
      <Toaster />
    </QueryClientProvider>
  )
}
