import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type DraftState, ProofDraft } from './proof-draft.ts'

/** Opens the draft of a task while the component is mounted. */
export function useProofDraft(companyId: string, taskId: string): ProofDraft {
  const client = useQueryClient()
  const draft = useMemo(() => new ProofDraft(client, companyId, taskId), [client, companyId, taskId])
  useEffect(() => draft.open(), [draft])
  return draft
}

/** Selects parts of the state; the component rerenders only when one of them changes. */
export function useDraft<Part extends keyof DraftState>(draft: ProofDraft, ...parts: Part[]): Pick<DraftState, Part> {
  const seen = useRef(draft.state())
  return useSyncExternalStore(draft.subscribe, () => {
    const state = draft.state()
    if (parts.some((part) => state[part] !== seen.current[part])) seen.current = state
    return seen.current
  })
}
