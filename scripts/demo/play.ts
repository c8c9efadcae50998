import { prepareFirstAdministrator } from '../../src/server/features/auth/first-administrator/first-administrator.ts'
import { asUser, asVisitor, type Caller } from './callers.ts'
import { adjustment, administrators, companies, emailOf, password, tasks, tasksOfTomorrow } from './content.ts'
import { type Calendar, hourOf } from './moments.ts'
import type { ProofPlan, Step } from './plan.ts'
import { createAttendeeSteps } from './play-attendees.ts'
import type { DemoProduct } from './product.ts'
import type { Company, Played, Stage } from './stage.ts'
import { startPhotos } from './store-photos.ts'
import { addByTeamLink, isByTeamLink } from './team-link.ts'
import { uploadLogo } from './upload.ts'

/** Executes the plan through the product's API, each step at its moment. Returns the volunteers' link. */
export async function playWeek(stage: Stage): Promise<{ doorPath: string }> {
  const { clock, calendar, plan } = stage
  const at = (hour: number) => clock.moveTo(calendar.momentOf(hour))
  at(-80)
  const takePhotos = startPhotos(stage)
  const played: Played = {
    administrators: await createAdministrators(stage),
    ...{ companies: new Map(), tasks: new Map(), takePhotos, proofs: new Map() },
  }
  const attendees = createAttendeeSteps(stage, played)
  for (const step of plan.steps) {
    at(step.at)
    await (attendees.run(step) ?? run(step, stage, played))
  }
  at(Number.POSITIVE_INFINITY)
  return { doorPath: attendees.doorPath() }
}

async function createAdministrators({ product }: Stage): Promise<Caller[]> {
  const { link } = await prepareFirstAdministrator(product.platform)
  const token = new URL(link ?? '').searchParams.get('setup')
  const [first, ...others] = administrators
  const secret = { password, confirmPassword: password }
  const visitor = asVisitor(product)
  await visitor('POST', '/api/auth/first-administrator', { token, ...first, ...secret })
  const { body } = await visitor('POST', '/api/auth/login', { email: first?.email, password })
  const call = asUser(product, body.id ?? '')
  const callers = [call]
  for (const person of others) {
    const temporary = `${password}-for-now`
    const created = await call('POST', '/api/admin/admins', { ...person, password: temporary })
    const own = asUser(product, created.body.id ?? '')
    // A temporary password would expire in the middle of the week.
    await own('PATCH', '/api/auth/password', { currentPassword: temporary, ...secret })
    callers.push(asUser(product, created.body.id ?? ''))
  }
  return callers
}

async function run(step: Step, stage: Stage, played: Played) {
  const { product, plan, calendar } = stage
  const { administrators: admins } = played
  const admin = 'by' in step ? (admins[step.by] as Caller) : (admins[0] as Caller)
  switch (step.do) {
    case 'join':
      played.companies.set(step.company, await join(product, step.company))
      await uploadLogo(stage, played, step.company)
      return
    case 'publish': {
      const task = [...tasks, ...tasksOfTomorrow][step.task] as (typeof tasks)[number]
      const { title, description, tutorial, points, calories } = task
      const youtubeUrl = tutorial && `https://www.youtube.com/results?search_query=${encodeURIComponent(tutorial)}`
      const reward = { pointsReward: points, caloriesBurned: calories }
      const { body } = await admin('POST', '/api/tasks', {
        title,
        description,
        youtubeUrl: youtubeUrl ?? '',
        ...reward,
        ...timesOf(task, calendar),
      })
      played.tasks.set(step.task, body.id ?? '')
      return
    }
    case 'submit':
      played.proofs.set(step.proof, await submit(stage, played, step.proof))
      stage.onProgress(`Playing the week: ${played.proofs.size} of ${plan.proofs.length} proofs`)
      return
    case 'decide':
      await admin('PATCH', `/api/proofs/${played.proofs.get(step.proof)}/review`, {
        status: step.status,
        adminNotes: step.notes,
      })
      return
    case 'reopen':
      await admin('POST', `/api/proofs/${played.proofs.get(step.proof)}/reopening`, { note: step.note })
      return
    case 'adjust':
      await admin('POST', `/api/companies/${played.companies.get(step.company)?.id}/points`, adjustment)
  }
}

/** A task accepts proofs until the end of the next day. Today's tasks are open at once, tomorrow's open at six. */
function timesOf({ day }: (typeof tasks)[number], { momentOf, laterMoment }: Calendar) {
  const end = day + 2
  const closesAt = end <= 6 ? momentOf(hourOf(end, 0)) : laterMoment(end - 6, 0)
  return { closesAt, ...(day > 6 ? { opensAt: laterMoment(day - 6, 6) } : {}) }
}

async function join(product: DemoProduct, nth: number): Promise<Company> {
  const { name, person, teamSize, colour } = companies[nth] as (typeof companies)[number]
  const email = emailOf(name)
  const contact = { contactPersonName: person, phone: `+5999${4_600_000 + nth * 137}`, email }
  const visitor = asVisitor(product)
  await visitor('POST', '/api/auth/signup', { ...contact, companyName: name, password, confirmPassword: password })
  const { body: user } = await visitor('POST', '/api/auth/login', { email, password })
  const call = asUser(product, user.id ?? '')
  const { body } = await call('POST', '/api/companies', { ...contact, name, teamSize, brandingColor: colour })
  return { id: body.id ?? '', userId: user.id ?? '', call }
}

async function submit(stage: Stage, played: Played, nth: number): Promise<string> {
  const { company, task } = stage.plan.proofs[nth] as ProofPlan
  const by = played.companies.get(company) as Company
  const taskId = played.tasks.get(task) ?? ''
  const colleagues = isByTeamLink(stage.plan, nth) ? await addByTeamLink(stage, { company: by, taskId, nth }) : []
  const contentUrls = [...colleagues, ...(await played.takePhotos(nth, by))]
  const proof = { taskId, companyId: by.id, contentUrls, contentType: 'image' }
  const { body } = await by.call('POST', '/api/proofs', proof)
  return body.id ?? ''
}
