import { chatPath } from '@dragoman/domain/routes';
import { playNotificationSound } from '@/shared/browser/notification-sound.ts';

export interface Alert {
  /** Identifies the event, so that several tabs alert only once. */
  id: string;
  sessionId: string;
  title: string;
  body: string;
}

/** The other tabs have received it by then. */
const HELD_MS = 3_000;
/** A tab that shows the chat has the first word. */
const HEAD_START_MS = 300;

/**
 * Sounds and, where the browser was allowed to, notifies. A newer alert of a chat takes the older
 * one's place.
 */
export async function showAlert(alert: Alert, open: (path: string) => void): Promise<void> {
  await new Promise((done) => setTimeout(done, HEAD_START_MS));
  if (!(await takeAlert(alert.id))) return;
  void playNotificationSound();
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const path = chatPath(alert.sessionId);
  const options = { body: alert.body, tag: alert.sessionId, icon: '/favicon.svg', data: { path } };
  // Phones take notifications from a service worker alone.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker?.active) {
    await worker.showNotification(alert.title, options).catch(() => {});
    return;
  }
  try {
    const shown = new Notification(alert.title, options);
    shown.onclick = () => {
      window.focus();
      open(path);
      shown.close();
    };
  } catch {
    // A phone without a service worker: the sound was all there is.
  }
}

/**
 * Claims an alert, so that no other tab of this browser shows it.
 * @returns whether this tab is the first
 */
export function takeAlert(id: Alert['id']): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`dragoman-alert:${id}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await new Promise((done) => setTimeout(done, HELD_MS));
    });
  });
}
