// Points git at the committed hooks. Silent without git: in an unpacked archive or a container.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync('.git')) spawnSync('git', ['config', 'core.hooksPath', '.githooks'])
