import { uploaded } from '#server/features/files/testing.ts'
import type { Caller } from '#server/testing.ts'
import { eventually } from '../eventually.ts'

export type Shown = { path: string; fileName: string; position: number; state: string; chosen: boolean }

export const draftOf = (company: Caller, taskId: string | undefined) => company('GET', `/api/tasks/${taskId}/draft`)

export const filesOf = async (company: Caller, taskId: string | undefined): Promise<Shown[]> =>
  (await draftOf(company, taskId)).body.files

export const namesOf = async (company: Caller, taskId: string | undefined) =>
  (await filesOf(company, taskId)).map(({ fileName }) => fileName)

export const chosenOf = async (company: Caller, taskId: string | undefined) =>
  (await filesOf(company, taskId)).filter(({ chosen }) => chosen).map(({ fileName }) => fileName)

/** Collects `count` photos one after the other, named 1.jpg, 2.jpg and so on. */
export async function collect(company: Caller, taskId: string | undefined, count: number, from = 1): Promise<string[]> {
  const paths: string[] = []
  for (let n = from; n < from + count; n++)
    paths.push(await uploaded(company, undefined, { taskId, fileName: `${n}.jpg` }))
  return paths
}

/** Waits until every file of the draft was prepared. */
export const whenPrepared = (company: Caller, taskId: string | undefined) =>
  eventually(
    async () => (await filesOf(company, taskId)).every(({ state }) => state !== 'preparing'),
    'every file looked at',
  )
