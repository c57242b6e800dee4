import { openAlert } from './alert-tap.ts';
import { readPush } from './push-notification.ts';
import { subscribeAgain } from './push-renewal.ts';
import { asset, fetchRelease, forgetOldReleases, keptShell, type Release, refreshShell } from './release.ts';
import { answerTo } from './routes.ts';

// The service worker (docs/adr/0011): the app's page and files open without a network. It does not
// cache data: pages store their own reads, per user.

declare const self: ServiceWorkerGlobalScope;
declare const __RELEASE__: Release;

self.addEventListener('install', (event) => {
  // Taken at once: open pages find the files of their own release in the cache, the next page is of
  // the new one.
  event.waitUntil(fetchRelease(__RELEASE__).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldReleases(__RELEASE__).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const navigates = request.mode === 'navigate';
  switch (answerTo({ method: request.method, url: request.url, navigates }, self.location.origin)) {
    case 'asset':
      return event.respondWith(asset(request));
    case 'shell':
      return event.respondWith(shell(event));
    case 'invitation':
      return event.respondWith(invitation(request));
    case 'server':
      return;
  }
});

self.addEventListener('push', (event) => {
  const { title, options } = readPush(event.data?.text() ?? null, self.location.host);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event, self.registration.pushManager));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAlert(event.notification.data, self.clients));
});

async function shell(event: FetchEvent): Promise<Response> {
  const kept = await keptShell();
  if (!kept) return fetch(event.request);
  event.waitUntil(refreshShell(__RELEASE__).catch(() => {}));
  return kept;
}

async function invitation(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    // The app's own page explains the error better, and offers to try again.
    return answer.status >= 500 ? ((await keptShell()) ?? answer) : answer;
  } catch (error) {
    const kept = await keptShell();
    if (kept) return kept;
    throw error;
  }
}
