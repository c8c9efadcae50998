import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { besideDocker, startDocker } from './docker.ts'
import { buildImage, createPodman, provideService } from './podman.ts'
import { sh } from './shell.ts'

const folder = process.env.DEPLOY_FOLDER ?? tmpdir()
const work = mkdtempSync(join(folder, 'c-'))
const deploy = join(work, 'deploy')
let docker: Awaited<ReturnType<typeof startDocker>>

/**
 * The commands under Docker in docs/operate.md, from the first that contains one text to the first that contains
 * another.
 */
function stepsOf(first: string, last: string): string[] {
  const [, chapter = ''] = readFileSync('docs/operate.md', 'utf8').split(/^## Docker$/m)
  const lines = [...chapter.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
  const from = lines.findIndex((line) => line.includes(first))
  const steps = lines.slice(from, lines.findIndex((line, at) => at >= from && line.includes(last)) + 1)
  if (from < 0 || steps.length === 0) throw new Error(`docs/operate.md has no steps from ${first} to ${last}`)
  return steps
}

/** Runs the steps in the folder of the compose file; copies to /mnt land beside it. */
function run(steps: string[]) {
  const env = { ...docker.env, COMPOSE_FILE: 'compose.yaml:images.yaml' }
  return steps.map((step) => {
    console.log(`  ${step}`)
    const command = step.replace(' /mnt/', ' ./')
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: deploy, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`)
    return stdout
  })
}

beforeAll(async () => {
  sh('git archive HEAD deploy | tar x -C "$1"', work)
  const podman = createPodman(folder)
  await buildImage(podman)
  const compose = load(readFileSync(join(deploy, 'compose.yaml'), 'utf8')) as {
    services: Record<string, { image: string }>
  }
  const images = [
    'docker.io/library/sports-week',
    await provideService(podman, 'postgres', compose.services.postgres?.image ?? ''),
    await provideService(podman, 'caddy', compose.services.proxy?.image ?? ''),
  ]
  const archive = join(work, 'images.tar')
  await podman.mustRun('save', '--quiet', '--multi-image-archive', `--output=${archive}`, ...images)
  mkdirSync(join(work, 'engine'))
  docker = await startDocker(join(work, 'engine'))
  run([`docker load --quiet --input ${archive}`])
  sh('rm "$1"', archive)
  // A loaded image cannot have a name with a digest.
  const services = { postgres: { image: images[1] }, proxy: { image: images[2] } }
  writeFileSync(join(deploy, 'images.yaml'), JSON.stringify({ services }))
  const settings = readFileSync(join(deploy, '.env.example'), 'utf8')
  writeFileSync(
    join(deploy, '.env'),
    settings.replace(/^DOMAIN=.*/m, 'DOMAIN=localhost').replace(/^POSTGRES_PASSWORD=.*/m, 'POSTGRES_PASSWORD=lanes42'),
  )
})

afterAll(() => {
  if (docker) run(['docker compose down --volumes --timeout 5'])
  docker?.daemon.kill('SIGTERM')
})

test('compose starts PostgreSQL, the product and the proxy, which answers by https', () => {
  const output = run(stepsOf('docker compose up --detach', 'npm run verify'))
  const ask = `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch('https://localhost/api/readyz').then((r) => console.log(r.status))`

  expect(output.at(-2)).toContain('first administrator')
  expect(output.at(-1)).toContain('0 differences')
  expect(besideDocker(docker.daemon, process.execPath, '-e', ask)).toBe('200')
})

test('emails, jobs, a backup and a drill beside it run as docs/operate.md says, and so does the copy away and back', () => {
  run(stepsOf('npm run mails', 'backup.key'))
  run(stepsOf('< week.tar', '< backup.key'))
  const [drill] = run(['docker compose exec product npm run drill -- /backups/week.tar'])

  expect(drill).toContain('0 differences')
})

test('a backup is restored into an empty database as docs/operate.md says', () => {
  const query = "select 'created ' || count(*) from users where email = 'ada@week.test'"
  const psql = (database: string) =>
    run([`docker compose exec postgres psql -U sports_week -d ${database} -At -c "${query}"`])[0]?.trim()
  run(['echo Lanes-and-sun-42 | docker compose exec -T product npm run admin -- create ada@week.test'])
  run(['docker compose exec product rm /backups/week.tar'])
  run(stepsOf('npm run backup -- /backups/week.tar', '/backups/week.tar'))
  const [, renamed] = run(stepsOf('docker compose stop product', 'mails -- release'))
  const restored = psql('sports_week')
  run(stepsOf('drop database before_restore', 'files.before'))

  expect(renamed).toContain('CREATE DATABASE')
  expect(restored).toBe('created 1')
  expect(run(['docker compose exec product npm run verify'])[0]).toContain('0 differences')
})
