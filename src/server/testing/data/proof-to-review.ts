import { sixPictures, uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import type { Caller } from '#server/testing.ts'
import { type Changed, patiently, startServerWith } from '../guards.ts'
import { submit } from './submit-proof.ts'

/** A company with a proof of six photos, and two reviewers. Preparation runs with all guards. */
export async function aProofToReview(changes: Changed[] = []) {
  const server = await startServerWith(...changes)
  const [root, eve] = [await server.anAdmin(), await server.anAdmin('eve')]
  const acme = await server.aCompany()
  const [taskId = ''] = await someTasks(server, 1)
  const prepare = { company: server.unchanged.caller(acme.cookie), admin: server.unchanged.caller(root.cookie) }
  const contentUrls = await sixPictures(prepare.company)
  const submitted = await submit(Object.assign(prepare.company, { companyId: acme.companyId }), taskId, contentUrls)
  if (submitted.status !== 201) throw new Error(submitted.text)
  const id: string = submitted.body.id
  const review = (by: Caller, body: unknown) => patiently(() => by('PATCH', `/api/proofs/${id}/review`, body))
  const sendBack = (by: Caller, ...paths: (string | undefined)[]) =>
    review(by, { status: 'fix', files: paths.map((path) => ({ path, reason: 'Too dark or blurred' })) })
  const fix = (by: Caller, files: { path: string | undefined; replacement: string | undefined }[]) =>
    patiently(() => by('POST', `/api/proofs/${id}/fixes`, { files }))
  const stored = async () => (await prepare.admin('GET', `/api/companies/${acme.companyId}/proofs`)).body[0]
  return {
    ...server,
    server,
    root,
    eve,
    acme,
    taskId,
    id,
    paths: contentUrls,
    prepare,
    review,
    sendBack,
    fix,
    stored,
    aPhoto: () => uploaded(prepare.company),
  }
}
