import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'

/** Catches a page's errors; a retry refetches its queries. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <QueryErrorResetBoundary>{({ reset }) => <Catch onReset={reset}>{children}</Catch>}</QueryErrorResetBoundary>
}

type Props = { onReset: () => void; children: ReactNode }
type State = { error: unknown; failed: boolean }

class Catch extends Component<Props, State> {
  override state: State = { error: undefined, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  retry = () => {
    // Any other error is a defect or an outdated page, so only a reload helps.
    if (!(this.state.error instanceof ApiProblem)) return location.reload()
    this.props.onReset()
    this.setState({ error: undefined, failed: false })
  }

  override render() {
    const { error, failed } = this.state
    if (!failed) return this.props.children
    if (!(error instanceof ApiProblem)) {
      return <ErrorState className="py-24" description="Please load the page again." onRetry={this.retry} />
    }
    // The app switches to the landing page next.
    if (error.code === 'not-signed-in') return null
    return <ErrorState className="py-24" description={error.sentence} onRetry={this.retry} />
  }
}
