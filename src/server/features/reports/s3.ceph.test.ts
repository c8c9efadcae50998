// Against a real Ceph gateway: `npm run test:s3`.
import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { aChallenge, makeReport, startMaking } from '#server/testing/data/reporting.ts'
import { endpoint, withStore } from '#server/testing/network/s3-store.ts'
import { sweep } from './service.ts'

describe.skipIf(!endpoint)('reports in an S3 store', () => {
  test('a report is kept in the bucket, downloaded by its company alone, and removed after thirty days', async () => {
    const server = await withStore()
    startMaking(server)
    const { acme, companies, approve, taskIds } = await aChallenge(server, 2)
    await approve(acme.companyId, taskIds.slice(0, 3))

    const { id, report } = await makeReport(acme, { kind: 'company' })

    const stored = async () => (await server.objects()).filter(({ key }) => key.startsWith('reports/'))
    expect(await stored()).toEqual([{ key: `reports/${id}.pdf`, size: report.size }])
    const address = `${server.base}/api/reports/${id}/file`
    const reply = await fetch(address, { headers: { cookie: acme.cookie } })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await reply.arrayBuffer()).byteLength).toBe(report.size)
    expect((await fetch(address, { headers: { cookie: companies[0]?.cookie ?? '' } })).status).toBe(404)

    server.clock.advance(days(30) + 1_000)
    await sweep(server.platform)
    expect(await stored()).toEqual([])
  })
})
