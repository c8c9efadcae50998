import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ReviewService } from '#contract/analytics/endpoints.ts'
import { sixPictures } from '#server/features/files/testing.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { recomputeReviews } from '#server/testing/database/recompute-reviews.ts'
import { patiently } from '#server/testing/guards.ts'
import { rewriteFunction, withoutTrigger } from '#server/testing/rules.ts'
import { startWorld } from '#server/testing.ts'
import { keepDaysInTimeZone } from '../days/days.ts'
import { reviewDays } from '../tables.ts'
import { verifyReviewDays } from './reviews-verify.ts'

/** Three companies with four proofs each, submitted from two hours before midnight of Curaçao (04:00 UTC) until after it. */
async function startNight() {
  const { root, ...server } = await startWorld({ root: 'admin' })
  const taskIds = await someTasks(server, 4)
  const [acme, bolt, core] = [await server.aCompany(), await server.aCompany('bolt'), await server.aCompany('core')]
  server.clock.advance(hours(14))
  const proofs: string[] = []
  for (const taskId of taskIds) {
    for (const { companyId } of [acme, bolt, core]) {
      proofs.push(...(await waitingProofs(server, companyId, [taskId])))
      server.clock.advance(minutes(11.5))
    }
  }
  const decide = async (proof: string | undefined, status: string, adminNotes?: string) => {
    const decision = { status, adminNotes }
    const { status: code, text } = await patiently(() => root('PATCH', `/api/proofs/${proof}/review`, decision))
    if (code !== 200) throw new Error(text)
  }
  const reopen = async (proof: string | undefined) => {
    const { status, text } = await root('POST', `/api/proofs/${proof}/reopening`, { note: 'Looked again' })
    if (status !== 200) throw new Error(text)
  }
  const read = async (query = ''): Promise<ReviewService> =>
    (await root('GET', `/api/analytics/overview${query}`)).body.reviews
  return { ...server, root, acme, bolt, core, taskIds, proofs, decide, reopen, read }
}

type Night = Awaited<ReturnType<typeof startNight>>

/** Decisions on both sides of midnight, some of them reopened and decided again, and a second proof after a rejection. */
async function reviewEverything({ clock, acme, taskIds, proofs, decide, reopen }: Night) {
  await decide(proofs[0], 'approved')
  await decide(proofs[1], 'rejected', 'Wrong task')
  await decide(proofs[2], 'approved', 'Wrong task')
  // Shortly before midnight of Curaçao, which is the next day in UTC.
  clock.advance(hours(23.5))
  await decide(proofs[3], 'rejected', 'The activity is not visible. Wrong task. Ask Ada')
  await decide(proofs[4], 'approved')
  await decide(proofs[5], 'rejected')
  const submitted = await acme('POST', '/api/proofs', {
    ...{ taskId: taskIds[1], companyId: acme.companyId, contentType: 'image' },
    contentUrls: await sixPictures(acme),
  })
  expect(submitted.status).toBe(201)
  clock.advance(hours(26))
  await decide(submitted.body.id, 'approved')
  await decide(proofs[6], 'rejected', 'Too dark or blurred. Not that dark, though')
  await decide(proofs[7], 'rejected', 'My own words')
  await reopen(proofs[0])
  await reopen(proofs[1])
  await decide(proofs[1], 'approved')
  await reopen(proofs[6])
  clock.advance(minutes(7))
}

const byReason = (rows: { reason: string }[]) => rows.toSorted((a, b) => a.reason.localeCompare(b.reason))

async function expectRecomputed({ db, clock, read }: Night, from: string, to: string) {
  const shown = await read(`?from=${from}&to=${to}`)
  const counted = await recomputeReviews(db, { from, to, now: clock.now() })
  const { times, ...decided } = shown.decided
  expect({ ...shown, decided, rejections: byReason(shown.rejections) }).toEqual({
    ...counted,
    decided: { proofs: counted.decided.proofs, median: counted.decided.median, p90: counted.decided.p90 },
    rejections: byReason(counted.rejections),
  })
  expect([times[0]?.proofs, times.at(-1)?.proofs]).toEqual([counted.decided.under1, counted.decided.over48])
  expect(times.reduce((sum, { proofs }) => sum + proofs, 0)).toBe(decided.proofs)
  return shown
}

const periods = [
  ['2026-06-01', '2026-06-05'],
  ['2026-06-01', '2026-06-01'],
  ['2026-06-02', '2026-06-02'],
  ['2026-06-03', '2026-06-04'],
  ['2027-01-01', '2027-01-02'],
] as const

test('the review service is what the log of decisions says, for every period, also after reopening', async () => {
  const night = await startNight()
  // The database keeps microseconds, times are told in milliseconds.
  await night.db.execute(sql`update task_proofs set submitted_at = submitted_at + interval '123456 microseconds'`)
  for (const [from, to] of periods) await expectRecomputed(night, from, to)
  await reviewEverything(night)

  for (const [from, to] of periods) await expectRecomputed(night, from, to)

  const whole = await night.read()
  expect(whole).toMatchObject({
    waiting: { proofs: 6 },
    decided: { proofs: 9 },
    firstTries: { proofs: 8, approvedShare: 3 / 8 },
    reversals: 3,
  })
  expect(byReason(whole.rejections)).toEqual([
    { reason: 'No reason given', proofs: 1 },
    { reason: 'Other', proofs: 2 },
    { reason: 'The activity is not visible', proofs: 1 },
    { reason: 'Wrong task', proofs: 1 },
  ])
  expect(await verifyReviewDays(night)).toEqual([])
})

test('a hidden company is in no number of the reviews', async () => {
  const night = await startNight()
  await reviewEverything(night)

  await night.root('PATCH', `/api/admin/companies/${night.bolt.companyId}`, { hidden: true })

  for (const [from, to] of periods) await expectRecomputed(night, from, to)
})

test('a share of fewer than five first decisions is not shown', async () => {
  const { proofs, decide, read } = await startNight()
  for (const proof of proofs.slice(0, 4)) await decide(proof, 'approved')

  expect((await read()).firstTries).toEqual({ proofs: 4, approvedShare: null })
  await decide(proofs[4], 'rejected')
  expect((await read()).firstTries).toEqual({ proofs: 5, approvedShare: 0.8 })
})

test('without proofs nothing waits and nothing was decided', async () => {
  const { root } = await startWorld({ root: 'admin' })

  expect((await root('GET', '/api/analytics/overview')).body.reviews).toEqual({
    waiting: { proofs: 0, median: null, p90: null, oldest: null },
    decided: {
      ...{ proofs: 0, median: null, p90: null },
      times: [1, 4, 12, 24, 48, null].map((underHours) => ({ underHours, proofs: 0 })),
    },
    firstTries: { proofs: 0, approvedShare: null },
    rejections: [],
    reversals: 0,
  })
})

test('what is kept of the reviews follows another time zone and proofs that change or go', async () => {
  const night = await startNight()
  await reviewEverything(night)

  await keepDaysInTimeZone({ ...night.platform, config: { ...night.platform.config, timeZone: 'Pacific/Auckland' } })
  await night.decide(night.proofs[8], 'rejected', 'Wrong task')
  expect(await verifyReviewDays(night)).toEqual([])

  await night.db.execute(
    sql`update task_proofs set submitted_at = submitted_at - interval '3 days', reviewed_at = reviewed_at + interval '1 day'`,
  )
  expect(await verifyReviewDays(night)).toEqual([])
  await night.db.execute(sql`delete from task_proofs where status = 'rejected'`)
  expect(await verifyReviewDays(night)).toEqual([])
})

test('red control: without its trigger the kept reviews are not those of the proofs, and verifying says so', async () => {
  const { db, proofs, decide } = await startNight()

  await withoutTrigger(db, 'task_proofs', 'proofs_kept_by_day_update', () =>
    decide(proofs[0], 'rejected', 'Wrong task'),
  )

  expect(await verifyReviewDays({ db })).toEqual([
    'Reviews of 2026-06-02 after 138 minutes: 0 decisions, 0 first tries, 0 of them approved kept, 1 decisions, 1 first tries, 0 of them approved counted',
    'Rejections of 2026-06-02, Wrong task: 0 kept, 1 counted',
  ])
})

test('decisions of the same minute by different connections are all counted', async () => {
  const { db, proofs, decide } = await startNight()

  await Promise.all(proofs.map((proof, n) => decide(proof, n % 3 === 0 ? 'rejected' : 'approved', 'Wrong task')))

  expect(await verifyReviewDays({ db })).toEqual([])
  const sum = (rows: { decisions: number }[]) => rows.reduce((total, { decisions }) => total + decisions, 0)
  expect(sum(await db.select().from(reviewDays))).toBe(12)
})

test('red control: a count that is set instead of stepped loses decisions', async () => {
  const { db, proofs, decide } = await startNight()
  const restoreStep = await rewriteFunction(db, 'keep_days_of_changed_proofs', {
    find: 'kept.rejections + excluded.rejections',
    replacement: 'excluded.rejections',
  })
  const restoreSlot = await rewriteFunction(db, 'review_slot', { find: 'pg_backend_pid() % 8', replacement: '0' })

  try {
    for (const proof of proofs.slice(0, 2)) await decide(proof, 'rejected', 'Wrong task')
  } finally {
    await restoreStep()
    await restoreSlot()
  }

  expect(await verifyReviewDays({ db })).toEqual(['Rejections of 2026-06-02, Wrong task: 1 kept, 2 counted'])
})
