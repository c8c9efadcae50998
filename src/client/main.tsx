import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { applyAllStyles, loadApp } from './app/load-app.ts'
import { RenderedPage } from './app/rendered-page.tsx'
import { keepFocus } from './app/shell/focus-keeper.ts'
import { keepTypedEarly } from './app/typed-early.ts'
import { boot, isKeptPage } from './platform/boot.ts'
import { forgetAnswers } from './platform/offline/kept-answers.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

keepFocus()
// Somebody signed out, here or elsewhere: what this device kept for them goes with the first page that says so.
if (boot()?.user === null && !isKeptPage()) forgetAnswers()
// The build makes a page of its own for team links; where the sources are served there is only this one.
const isTeamPage = import.meta.env.DEV && /[?&]team=/.test(location.search)
// The door keeps the plain page of an event and opens it for its own address where there is no network.
const isRendered = root.dataset.rendered && !/[?&](scan|r)=/.test(location.search)
// A page that the server rendered works by itself: it stays as it is when our script does not come completely.
if (isTeamPage) void import('./team.tsx')
else if (isRendered)
  void loadPage(root.dataset.rendered)
    .then((page) => hydrate(root, page))
    .catch(() => undefined)
else void loadApp().then(({ App }) => createRoot(root).render(<App />))

/** The page that was rendered into this document, with what it was rendered from. */
async function loadPage(name: string | undefined): Promise<ReactNode> {
  if (name === 'landing') return import('./app/landing.tsx').then(({ Landing }) => <Landing />)
  const { PublicEventPage } = await import('./app/public-event.tsx')
  const known = boot()
  return <PublicEventPage event={known?.event ?? undefined} submission={known?.submission} />
}

function hydrate(root: HTMLElement, page: ReactNode) {
  const restoreFocus = keepTypedEarly(root)
  const onHydrated = () => {
    restoreFocus()
    // Controls that need this script were hidden until now.
    delete root.dataset.rendered
    void applyAllStyles().catch(() => undefined)
  }
  // In small steps: a slow phone goes on scrolling meanwhile.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RenderedPage onHydrated={onHydrated}>{page}</RenderedPage>
      </StrictMode>,
    )
  })
}
