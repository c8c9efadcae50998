import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { mostFound } from '#contract/search/endpoints.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { events } from '#server/features/events/tables.ts'
import { taskProofs } from '#server/features/proofs/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { reports } from '#server/features/reports/tables.ts'
import { isOpenNow } from '#server/features/tasks/service.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import {
  closeness,
  containing,
  containingPlain,
  toPlainText,
  toPlainTextQuickly,
} from '#server/platform/database/search.ts'

/** Companies and accounts without a finished profile, as in the administrators' table; erased ones are left out. */
export async function findCompanies(db: Db, q: string) {
  const name = sql<string>`coalesce(${companies.name}, ${users.draft} ->> 'companyName', '')`
  const contact = sql<string>`coalesce(${companies.contactPersonName}, ${users.draft} ->> 'contactPersonName', '')`
  const email = sql<string>`coalesce(${companies.email}, ${users.email})`
  const listed = db
    .select({
      id: sql<string>`coalesce(${companies.id}, ${users.id})`.as('id'),
      profileComplete: sql<boolean>`${companies.id} is not null`.as('complete'),
      name: name.as('name'),
      contactPersonName: contact.as('contact'),
      email: email.as('email'),
      text: sql`concat_ws(e'\\n', ${name}, ${contact}, ${email}, ${users.email})`.as('text'),
    })
    .from(users)
    .leftJoin(companies, eq(companies.userId, users.id))
    .where(and(eq(users.isAdmin, false), isNull(users.erasedAt)))
    // A limit makes PostgreSQL compute each text once; without it the subquery is inlined.
    .limit(10_000_000)
    .as('listed')
  const plainName = toPlainText(sql`${listed.name}`)
  return db
    .select({
      id: listed.id,
      profileComplete: listed.profileComplete,
      name: listed.name,
      contactPersonName: listed.contactPersonName,
      email: listed.email,
    })
    .from(listed)
    .where(containingPlain(q, toPlainTextQuickly(listed.text)))
    .orderBy(closeness(q, plainName), plainName, listed.id)
    .limit(mostFound)
}

/** Registrations in every state, the latest event first among namesakes. */
export async function findPeople(db: Db, q: string) {
  const r = registrations
  return db
    .select({
      id: r.id,
      eventId: r.eventId,
      eventTitle: events.title,
      name: sql<string>`${r.firstName} || ' ' || ${r.lastName}`,
      email: r.email,
      companyName: r.companyName,
      code: r.code,
      status: r.status,
      confirmed: sql<boolean>`(${r.status} <> 'pending' or ${r.confirmBy} is null)`,
    })
    .from(r)
    .innerJoin(events, eq(events.id, r.eventId))
    .where(containingPlain(q, r.foundBy))
    .orderBy(
      closeness(q, r.foundBy),
      sql`split_part(${r.foundBy}, e'\n', 1)`,
      sql`${events.eventDate} desc nulls last`,
      r.id,
    )
    .limit(mostFound)
}

const taskColumns = {
  id: tasks.id,
  title: tasks.title,
  opensAt: tasks.opensAt,
  closesAt: tasks.closesAt,
  archivedAt: tasks.archivedAt,
}
export type FoundTask = Awaited<ReturnType<typeof findTasks>>[number]

/** Archived tasks come last. */
export const findTasks = (db: Db, q: string) => listTasks(db, q, undefined)

export const findOpenTasks = (db: Db, clock: Clock, q: string) =>
  // The condition of the tasks names its table `t`.
  listTasks(db, q, sql`${tasks.id} in (select t.id from ${tasks} t where ${isOpenNow(clock)})`)

async function listTasks(db: Db, q: string, condition: SQL | undefined) {
  return db
    .select(taskColumns)
    .from(tasks)
    .where(and(containing(q, tasks.title, tasks.description), condition))
    .orderBy(
      sql`${tasks.archivedAt} is not null`,
      closeness(q, toPlainText(tasks.title)),
      desc(tasks.date),
      desc(tasks.id),
    )
    .limit(mostFound)
}

export const findEvents = (db: Db, q: string) => listEvents(db, q, undefined)

/** The events that a company sees. */
export const findActiveEvents = (db: Db, q: string) => listEvents(db, q, eq(events.isActive, true))

async function listEvents(db: Db, q: string, condition: SQL | undefined) {
  return db
    .select({
      id: events.id,
      title: events.title,
      place: events.place,
      eventDate: events.eventDate,
      isActive: events.isActive,
      cancelledAt: events.cancelledAt,
    })
    .from(events)
    .where(and(containing(q, events.title, events.place, events.shortCode), condition))
    .orderBy(closeness(q, toPlainText(events.title)), sql`${events.eventDate} desc nulls last`, asc(events.id))
    .limit(mostFound)
}

/** Reports outside batches, as in the administrators' list; every report is found by its own name too. */
export async function findReports(db: Db, q: string) {
  return db
    .select({
      id: reports.id,
      companyName: companies.name,
      from: reports.from,
      to: reports.to,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .leftJoin(companies, eq(companies.id, reports.companyId))
    .where(
      and(
        isNull(reports.batchId),
        containing(q, sql`coalesce(${companies.name}, 'the whole challenge')`, sql`'wellness report'`),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(mostFound)
}

export async function findSubmissions(db: Db, companyId: string, q: string) {
  const p = taskProofs
  return db
    .select({
      id: p.id,
      taskTitle: tasks.title,
      status: sql<
        'pending' | 'approved' | 'rejected' | 'fix'
      >`case when ${p.fixDueAt} is null then ${p.status} else 'fix' end`,
      submittedAt: p.submittedAt,
    })
    .from(p)
    .innerJoin(tasks, eq(tasks.id, p.taskId))
    .where(and(eq(p.companyId, companyId), containing(q, tasks.title)))
    .orderBy(desc(p.submittedAt), desc(p.id))
    .limit(mostFound)
}
