import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { keepFocus } from './app/focus-keeper.ts'
import { eventPage, LandingPage } from './app/pages.ts'
import { Providers } from './app/providers.tsx'
import { keepTypedEarly } from './app/rendered-page.ts'
import { Router } from './app/router.tsx'
import { boot } from './platform/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

keepFocus()
const app = (
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>
)

function takeOver(rendered: HTMLElement) {
  const restoreFocus = keepTypedEarly(rendered)
  flushSync(() => createRoot(rendered).render(app))
  restoreFocus()
  // What needs this script was hidden until now.
  delete rendered.dataset.rendered
}

// A page that the server rendered works by itself: it stays as it is when our script does not come completely.
if (root.hasChildNodes())
  void eventPage.load().then(
    () => takeOver(root),
    () => undefined,
  )
// Whoever is not signed in most likely sees the landing page: drawn at once, not after an empty moment.
else if (!boot()?.user)
  void LandingPage.load()
    .catch(() => undefined)
    .then(() => createRoot(root).render(app))
else createRoot(root).render(app)
