import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { startDatabaseProxy } from '#server/testing/network/tcp-proxy.ts'
import { startServer } from '#server/testing.ts'
import { openDatabase } from '../client.ts'

for (const pooled of [false, true]) {
  test(`statements started together are sent before the first is answered${pooled ? ', also behind a pooler' : ''}`, async () => {
    const { databaseUrl } = await startServer()
    const proxy = await startDatabaseProxy(databaseUrl)
    onTestFinished(proxy.cut)
    const { db, close } = openDatabase({ url: proxy.url, pooled, onError: () => undefined })
    onTestFinished(close)

    const answers = await db.transaction(async (tx) => {
      await tx.execute(sql`select 'first of all'`)
      const held = proxy.holdAnswers()
      const answering = Promise.all([
        tx.execute(sql`select 'one' as word`),
        tx.execute(sql`select 'two' as word`),
        tx.execute(sql`select 'three' as word`),
      ])
      try {
        await eventually(
          () => held.requests().includes("'three'"),
          'the third statement, while the first is not answered',
          10_000,
        )
      } finally {
        held.passOn()
      }
      return answering
    })

    expect(answers.map(({ rows }) => rows[0]?.word)).toEqual(['one', 'two', 'three'])
  })
}

test('when one of them fails nothing of the transaction is kept, and the connection can be used again', async () => {
  const { db } = await startServer()
  await db.execute(sql`create table kept (n int primary key)`)

  const failing = db.transaction((tx) =>
    Promise.all([
      tx.execute(sql`insert into kept values (1)`),
      tx.execute(sql`insert into kept values (1)`),
      tx.execute(sql`insert into kept values (2)`),
    ]),
  )

  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  expect((await db.execute(sql`select * from kept`)).rows).toEqual([])
  await db.execute(sql`drop table kept`)
})
