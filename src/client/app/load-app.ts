let loading: Promise<typeof import('./app.tsx')> | undefined

/** Memoized import; a failure is not cached, so the next press retries. */
export function loadApp() {
  loading ??= Promise.all([import('./app.tsx'), applyAllStyles()]).then(
    ([app]) => app,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** A server-rendered page has its critical styles only; this enables the full stylesheet. */
export async function applyAllStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('#all-styles')
  if (!link) return
  link.media = 'all'
  if (link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
  })
}
