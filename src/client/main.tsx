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
// After a sign-out anywhere, the first page without a user deletes this device's stored answers.
if (boot()?.user === null && !isKeptPage()) forgetAnswers()
// The build has a separate page for team links; the dev server has only this one.
const isTeamPage = import.meta.env.DEV && /[?&]team=/.test(location.search)
// The door's worker serves the plain event page at its address when offline.
const isRendered = root.dataset.rendered && !/[?&](scan|r)=/.test(location.search)
// A server-rendered page works without the script, so keep it if the script does not load completely.
if (isTeamPage) void import('./team.tsx')
else if (isRendered)
  void loadPage(root.dataset.rendered)
    .then((page) => hydrate(root, page))
    .catch(() => undefined)
else void loadApp().then(({ App }) => createRoot(root).render(<App />))

/** Loads the server-rendered page's component with its data. */
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
    // Reveal the controls that need this script.
    delete root.dataset.rendered
    void applyAllStyles().catch(() => undefined)
  }
  // A transition hydrates in small steps, so that slow phones keep scrolling.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RenderedPage onHydrated={onHydrated}>{page}</RenderedPage>
      </StrictMode>,
    )
  })
}
