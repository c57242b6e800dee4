/** Sends one notification to the browser's other tabs and to other parts of this page. */
export function notifyTabs(channelName: string, message: unknown): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}
