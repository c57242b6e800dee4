/** Says something once to the other tabs of this browser, and to other parts of this page. */
export function tellTabs(channelName: string, message: unknown): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}
