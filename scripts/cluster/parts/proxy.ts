import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processes } from '../../rig/processes.ts'

type Given = { port: number; plainPort: number; nodePorts: number[] }

/** nginx with the operators' file: only names, ports, nodes and certificate paths are replaced. */
export function startNginx(processes: Processes, folder: string, { port, plainPort, nodePorts }: Given) {
  const own = join(folder, 'nginx')
  mkdirSync(own)
  const [key, certificate] = [join(own, 'privkey.pem'), join(own, 'fullchain.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ])
  if (made.status !== 0) throw new Error(`no certificate: ${made.stderr}`)
  const upstreams = nodePorts.map((node) => `    server 127.0.0.1:${node} fail_timeout=2s;`).join('\n')
  const site = readFileSync('deploy/nginx/sports-week.conf', 'utf8')
    .replace(/^ {4}server 127\.0\.0\.1:3000.*$/m, upstreams)
    .replaceAll('/etc/letsencrypt/live/week.example.com', own)
    .replaceAll('week.example.com', 'localhost')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/listen 443/g, `listen 127.0.0.1:${port}`)
    .replaceAll(/listen 80;/g, `listen 127.0.0.1:${plainPort};`)
  writeFileSync(join(own, 'site.conf'), site)
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; pid ${own}/pid; error_log ${own}/error.log; worker_processes 1;
events {}
http { access_log ${own}/access.log; include ${own}/site.conf; }
`,
  )
  processes.start('nginx', '/usr/sbin/nginx', ['-c', join(own, 'nginx.conf')])
  return { url: `https://localhost:${port}`, certificate }
}
