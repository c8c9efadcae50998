import { StrictMode } from 'react'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

export { preloadPage } from './use-preloading.ts'

/** The whole product. A page that came with its content fetches it only when somebody goes on from there. */
export function App() {
  return (
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>
  )
}
