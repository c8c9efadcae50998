// Runs a command with TEST_S3_… pointing at a throwaway Ceph gateway: node scripts/testing/with-ceph.mjs COMMAND
import { freePorts } from '../rig/ports.mjs'
import { endpointOf, ensureCeph, key, startCeph, stopCeph } from '../services/ceph.mjs'
import { runBeside, temporaryFolder } from './run-beside.mjs'

ensureCeph()
const folder = temporaryFolder('ceph')
await runBeside(folder, start, () => stopCeph(folder))

async function start() {
  await startCeph(folder, await freePorts(3))
  console.log(`S3 at ${endpointOf(folder)}, key ${key.id}, secret ${key.secret}`)
  return {
    TEST_S3_ENDPOINT: endpointOf(folder),
    TEST_S3_ACCESS_KEY_ID: key.id,
    TEST_S3_SECRET_ACCESS_KEY: key.secret,
    TEST_CEPH_FOLDER: folder,
  }
}
