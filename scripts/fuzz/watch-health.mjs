// A process: node watch-health.mjs BASE PID. Polls the product's health every 50 ms, reports late answers to its
// parent, and a summary at the end. Time of other programs is not counted.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'

const [base, pid] = process.argv.slice(2)
const everyMs = 50
const latestMs = 200
const agent = new Agent({ keepAlive: true })
const measured = []

const timer = setInterval(ask, everyMs)
process.on('message', () => {
  clearInterval(timer)
  const sorted = measured.toSorted((a, b) => a - b)
  const answers = sorted.length
  process.send({ answers, greatest: sorted.at(-1) ?? 0, p999: sorted[Math.ceil(answers * 0.999) - 1] ?? 0 }, () =>
    process.exit(0),
  )
})
process.on('disconnect', () => process.exit(0))

function ask() {
  const [startedAt, waitedBefore] = [performance.now(), waited()]
  const at = Date.now()
  const done = (trouble) => {
    const ms = Math.max(0, performance.now() - startedAt - (waited() - waitedBefore))
    measured.push(ms)
    if (trouble || ms > latestMs) process.send({ late: { at, until: Date.now(), ms, trouble } })
  }
  get(`${base}/api/healthz`, { agent }, (answer) => {
    answer.resume()
    answer.on('end', () => done(answer.statusCode === 200 ? undefined : `answers ${answer.statusCode}`))
  }).on('error', (error) => done(error.code ?? error.message))
}

/** Milliseconds for which the main threads of the product and of this process were runnable but not running (Linux). */
function waited() {
  return [pid, process.pid].reduce((sum, one) => {
    try {
      return sum + Number(readFileSync(`/proc/${one}/task/${one}/schedstat`, 'utf8').split(' ')[1]) / 1e6
    } catch {
      return sum
    }
  }, 0)
}
