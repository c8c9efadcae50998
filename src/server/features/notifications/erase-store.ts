import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { notificationChoices, notifications, pushDevices, unsubscribeLinks } from './tables.ts'

/** Deletes an account's choices, links and devices, with the notifications that wait for them. */
export async function eraseNotificationsOf(tx: Tx, userId: string) {
  await tx.delete(notificationChoices).where(eq(notificationChoices.userId, userId))
  await tx.delete(unsubscribeLinks).where(eq(unsubscribeLinks.userId, userId))
  await tx.delete(pushDevices).where(eq(pushDevices.userId, userId))
}

export async function eraseNotificationsOfCompany(tx: Tx, companyId: string) {
  await tx.delete(notifications).where(eq(notifications.companyId, companyId))
}
