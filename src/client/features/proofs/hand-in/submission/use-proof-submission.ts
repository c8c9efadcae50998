import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { companyProofs, proofNotSubmitted, useSubmitProof } from '../../submission-queries.ts'
import type { ProofDraft } from '../draft/proof-draft.ts'

interface Props {
  companyId: string
  taskId: string
  draft: ProofDraft
  onSubmitted: () => void
}

export function useProofSubmission({ companyId, taskId, draft, onSubmitted }: Props) {
  const submission = useSubmitProof()
  const submittedElsewhere = useSubmittedElsewhere(companyId, taskId, submission)
  const [problem, setProblem] = useState<string>()
  const [fileProblems, setFileProblems] = useState<Record<string, string>>({})

  const isSubmittedElsewhere = submittedElsewhere !== undefined
  useEffect(() => {
    if (isSubmittedElsewhere) draft.stop()
  }, [isSubmittedElsewhere, draft])

  function submit() {
    setProblem(undefined)
    setFileProblems({})
    const { usable, kind } = draft.state()
    const paths = usable.map(({ path }) => path)
    void submission.run(
      { taskId, companyId, contentUrls: paths, contentType: kind },
      {
        onSuccess: () => {
          draft.stop()
          onSubmitted()
        },
        onError: (error) => {
          setProblem(sentenceOf(error, proofNotSubmitted))
          setFileProblems(fileProblemsOf(error, paths))
        },
      },
    )
  }

  return { submit, isPending: submission.isPending, submittedElsewhere, problem, fileProblems }
}

/** Proof of this task from another device or tab. Skipped after a submission here, whose dialog is closing. */
function useSubmittedElsewhere(
  companyId: string,
  taskId: string,
  submission: { isPending: boolean; isSuccess: boolean },
) {
  const { data: proofs } = useQuery(companyProofs(companyId))
  if (submission.isPending || submission.isSuccess) return undefined
  return proofs?.find((proof) => proof.taskId === taskId && proof.status !== 'rejected')
}

/** Maps the server's field errors from list positions to paths. */
function fileProblemsOf(error: unknown, paths: string[]): Record<string, string> {
  const fields = error instanceof ApiProblem ? error.fields : {}
  const entries = paths.flatMap((path, index) => {
    const problem = fields[`contentUrls.${index}`]
    return problem ? [[path, problem] as const] : []
  })
  return Object.fromEntries(entries)
}
