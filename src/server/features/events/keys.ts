import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

const makePair = promisify(generateKeyPair)

/** Each event has its own key pair: a leaked key opens one door only. */
export async function eventKeys(): Promise<{ signingKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await makePair('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  return { signingKey: privateKey.toString('base64'), publicKey: publicKey.toString('base64') }
}
