import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type DraftState, ProofDraft } from './proof-draft.ts'

/** The draft of a task, for as long as the component that uses it is mounted. */
export function useProofDraft(companyId: string, taskId: string): ProofDraft {
  const client = useQueryClient()
  const draft = useMemo(() => new ProofDraft(client, companyId, taskId), [client, companyId, taskId])
  useEffect(() => draft.open(), [draft])
  return draft
}

/** Parts of its state; the component is drawn again when one of them changes. */
export function useDraft<Part extends keyof DraftState>(draft: ProofDraft, ...parts: Part[]): Pick<DraftState, Part> {
  const seen = useRef(draft.state())
  return useSyncExternalStore(draft.subscribe, () => {
    const state = draft.state()
    if (parts.some((part) => state[part] !== seen.current[part])) seen.current = state
    return seen.current
  })
}
