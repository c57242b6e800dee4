/** The change of a subscription, as far as the browser tells it: some tell nothing. */
export interface SubscriptionChange {
  oldSubscription?: Pick<PushSubscription, 'options'> | null;
  newSubscription?: object | null;
}

/**
 * Subscribes again, with the key of the subscription that has ended. The worker has no session: the
 * app tells the server at its next start (docs/adr/0080), and subscribes itself where this could not.
 */
export async function subscribeAgain(
  { oldSubscription, newSubscription }: SubscriptionChange,
  pushManager: Pick<PushManager, 'subscribe'>,
): Promise<void> {
  if (newSubscription || !oldSubscription) return;
  // Refused: the person has taken the permission back.
  await pushManager.subscribe(oldSubscription.options).catch(() => {});
}
