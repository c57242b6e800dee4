/**
 * Handles a tap on an alert (features/inbox): opens its chat, in an existing window of the app if
 * possible.
 * @param data of the notification
 * @param clients of the service worker
 */
export async function openAlert(
  data: unknown,
  clients: Pick<Clients, 'matchAll' | 'openWindow'>,
): Promise<void> {
  const path = (data as { path?: unknown } | null)?.path;
  // A path of our own only: nothing leads out of the app from here.
  if (typeof path !== 'string' || !/^\/[^/\\]/.test(path)) return;
  const windows = await clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === path) ?? windows[0];
  if (!open) {
    await clients.openWindow(path);
    return;
  }
  await open.focus();
  if (new URL(open.url).pathname !== path) await open.navigate(path);
}
