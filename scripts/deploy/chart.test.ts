import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/server/platform/config.ts'
import { renderTemplate } from './render-chart.ts'
import { readSettingNames } from './setting-names.ts'

const chart = 'deploy/helm/sports-week'
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the templates hold
type Anything = any
const values = load(readFileSync(join(chart, 'values.yaml'), 'utf8')) as Anything

const render = (changed: object = {}): Anything[] =>
  readdirSync(join(chart, 'templates'))
    .map((file) => readFileSync(join(chart, 'templates', file), 'utf8'))
    .map((text) => load(renderTemplate(text, { Release: { Name: 'week' }, Values: { ...values, ...changed } })))
    .filter(Boolean)

const find = (kind: string, objects = render()) => objects.find((object) => object.kind === kind)

test('every template is one object with a kind and the name of the release', () => {
  const objects = render()

  expect(objects.map(({ kind }) => kind).sort()).toEqual([
    ...['ConfigMap', 'Deployment', 'Ingress', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'],
  ])
  expect(objects.filter(({ apiVersion, metadata }) => !apiVersion || metadata.name !== 'week')).toEqual([])
})

test('chart and image have the version of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

  expect(load(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version })
  expect(values.image.name).toMatch(new RegExp(`:${version.replaceAll('.', '\\.')}$`))
})

test('what can be switched off is not there then', () => {
  const off = { enabled: false }
  const kinds = render({ ingress: off, networkPolicy: off, migrationJob: off }).map(({ kind }) => kind)

  expect(kinds).not.toContain('Job')
  expect(kinds).not.toContain('Ingress')
  expect(kinds).not.toContain('NetworkPolicy')
})

test('the product runs without rights, on a root that cannot be written', () => {
  const { spec } = find('Deployment').spec.template

  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
  expect(spec.containers[0].securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(spec.automountServiceAccountToken).toBe(false)
})

test('before an upgrade a job migrates with the image and the settings of the pods, and gets none of their requests', () => {
  const job = find('Job')
  const [container] = job.spec.template.spec.containers
  const [product] = find('Deployment').spec.template.spec.containers

  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-upgrade')
  expect(container.command).toEqual(['node', 'scripts/command.mjs', 'admin', 'migrate'])
  for (const part of ['image', 'env', 'envFrom', 'securityContext', 'volumeMounts'])
    expect(container[part], part).toEqual(product[part])
  expect(job.spec.template.spec.securityContext).toEqual(find('Deployment').spec.template.spec.securityContext)
  expect(job.spec.template.metadata.labels).not.toMatchObject(find('Service').spec.selector)
})

test('a pod is ready when its database, files and signals are, and lives while its process does', () => {
  const [container] = find('Deployment').spec.template.spec.containers

  expect(container.readinessProbe.httpGet.path).toBe('/api/readyz')
  expect([container.livenessProbe, container.startupProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    '/api/healthz',
    '/api/healthz',
  ])
})

test('service, budget and policy choose the pods of the deployment, and no other release', () => {
  const { labels } = find('Deployment').spec.template.metadata
  const selectors = [
    find('Deployment').spec.selector.matchLabels,
    find('Service').spec.selector,
    find('PodDisruptionBudget').spec.selector.matchLabels,
    find('NetworkPolicy').spec.podSelector.matchLabels,
  ]

  for (const selector of selectors) expect(labels).toMatchObject(selector)
  expect(labels['app.kubernetes.io/instance']).toBe('week')
})

test('settings and secrets together are a configuration that the product accepts', () => {
  const { data } = find('ConfigMap')
  const secret = {
    DATABASE_URL: 'postgres://a:b@c/d',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    SMTP_URL: 'smtp://mail',
  }
  const [container] = find('Deployment').spec.template.spec.containers

  expect(Object.keys(data).filter((name) => !readSettingNames().includes(name))).toEqual([])
  expect(readConfig({ ...data, ...secret, PUBLIC_URL: container.env[0].value }).publicUrl).toBe(values.publicUrl)
  expect(container.envFrom[1].secretRef.name).toBe(values.existingSecret)
})

test('a template that names a value that is not there is refused', () => {
  expect(() => renderTemplate('a: {{ .Values.imgae }}', { Values: values })).toThrow('.Values.imgae has no value')
  expect(() => renderTemplate('a: {{ include "x" . }}', {})).toThrow('not understood')
})
