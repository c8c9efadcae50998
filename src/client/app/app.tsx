import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useState } from 'react'
import { Router as Navigation } from 'wouter'
import { createQueryClient } from '#client/platform/query-client.ts'
import { askBeforeLeaving } from '#client/platform/unsaved.ts'
import { Toaster } from '#client/ui/toasts/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Router } from './router.tsx'

export { preloadPage } from './shell/use-preloading.ts'

/** The whole product. A server-rendered page loads it only when a visitor navigates. */
export function App() {
  const [client] = useState(createQueryClient)
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Navigation aroundNav={askBeforeLeaving}>
          <ErrorBoundary>
            <Router />
          </ErrorBoundary>
        </Navigation>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  )
}
