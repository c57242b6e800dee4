import type { ChatMessage } from '../model/chat-message.ts';

/**
 * Shows a writer's confirmed messages at once in their other tabs.
 * @returns a function that hands a message to the others
 */
export function shareAccepted(senderId: string, onAccepted: (row: ChatMessage) => void) {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(`dragoman-accepted:${senderId}`);
  channel.addEventListener('message', ({ data }: MessageEvent<ChatMessage>) => onAccepted(data));
  return (row: ChatMessage) => channel.postMessage(row);
}
