import type { PushSubscription as NewSubscription } from '#contract/notifications/push.ts'

/** `unsupported`: an old browser, or an iPhone without the app on its home screen. */
type BrowserState = 'unsupported' | 'blocked' | 'possible'

export function browserState(): BrowserState {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Requests consent and a subscription from the browser. Undefined if the person refuses. */
export async function subscribe(publicKey: string): Promise<NewSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await activeRegistration()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription with other server keys blocks a new one.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

/** Unsubscribes, because later notifications would go to the browser's next user. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Registers the worker, which also opens the app offline. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/app-worker.js')
  return navigator.serviceWorker.ready
}
