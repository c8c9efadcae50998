import type { ReviewedProof } from '#contract/proofs/endpoints.ts'

type Fixed = Pick<ReviewedProof, 'fix'>

/** Paths of the files that the company replaced since the last review. */
export const replacedPaths = ({ fix }: Fixed): string[] =>
  fix?.fixedAt ? fix.files.flatMap(({ replacedBy }) => replacedBy ?? []) : []

/** The proof with its replaced files first. */
export function showReplacedFirst<Shown extends ReviewedProof>(proof: Shown): Shown {
  const replaced = replacedPaths(proof)
  if (replaced.length === 0) return proof
  const isNew = ({ path }: { path: string }) => replaced.includes(path)
  return { ...proof, files: [...proof.files.filter(isNew), ...proof.files.filter((file) => !isNew(file))] }
}
