import type { PendingProof, SamePhoto } from '#contract/proofs/endpoints.ts'

export const thingOf = ({ contentType }: Pick<PendingProof, 'contentType'>) =>
  contentType === 'image' ? 'photo' : 'video'

/** "acme Ltd", "acme Ltd and 2 more" */
export function companiesOf({ samePhotos }: Pick<PendingProof, 'samePhotos'>): string {
  const [first = '', ...others] = new Set(samePhotos.map(({ companyName }) => companyName))
  return others.length > 0 ? `${first} and ${others.length} more` : first
}

/** Groups the matches by proof. */
export function byProof({ samePhotos }: Pick<PendingProof, 'samePhotos'>): { other: SamePhoto; same: SamePhoto[] }[] {
  const firsts = samePhotos.filter(({ proofId }, at) => samePhotos.findIndex((one) => one.proofId === proofId) === at)
  return firsts.map((other) => ({ other, same: samePhotos.filter(({ proofId }) => proofId === other.proofId) }))
}
