/** Whether this browser takes pushes of this site, and why not. */
export type PushState =
  | 'on'
  | 'off'
  /** The person has forbidden notifications in the browser. */
  | 'denied'
  /** An iPhone or iPad, where only a page on the home screen gets pushes. */
  | 'needs-home-screen'
  | 'unsupported';

/** @returns the state, without asking for anything */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || typeof Notification === 'undefined') {
    return isAppleMobile(navigator) ? 'needs-home-screen' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return (await currentSubscription()) ? 'on' : 'off';
}

/**
 * The profile whose pushes are on in this browser. It outlives a subscription that the browser ends
 * or renews by itself.
 */
const PUSH_KEY = 'dragoman-push';

/**
 * Asks for the permission, so it must be called by a press, and subscribes this browser.
 * @param publicKey the server's key, base64url
 * @returns the subscription; null when the person or the browser refuses
 */
export async function subscribeToPush(
  profileId: string,
  publicKey: string,
): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const subscription = await subscribe(publicKey);
  try {
    localStorage.setItem(PUSH_KEY, profileId);
  } catch {
    // Without storage, pushes end with the subscription.
  }
  return subscription;
}

/**
 * The subscription of a person whose pushes are on in this browser, made again where the browser
 * has ended it. Asks the person for nothing.
 * @param publicKey the server's key, base64url
 * @returns null: pushes are off, or no longer permitted
 */
export async function keptSubscription(
  profileId: string,
  publicKey: string,
): Promise<PushSubscription | null> {
  if (readProfile() !== profileId || typeof Notification === 'undefined') return null;
  return Notification.permission === 'granted' ? subscribe(publicKey) : null;
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // Made with the key of another installation under this address.
  if (known && base64Url(known.options.applicationServerKey) !== publicKey) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Ends this browser's pushes. Never rejects. @returns the endpoint that was in use */
export async function unsubscribeFromPush(): Promise<string | null> {
  try {
    localStorage.removeItem(PUSH_KEY);
  } catch {
    // As above.
  }
  try {
    const subscription = await currentSubscription();
    await subscription?.unsubscribe();
    return subscription?.endpoint ?? null;
  } catch {
    return null;
  }
}

/** @returns whether the device is an iPhone or iPad. An iPad calls itself a Mac, with a touch screen. */
export function isAppleMobile({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function readProfile(): string | null {
  try {
    return localStorage.getItem(PUSH_KEY);
  } catch {
    return null;
  }
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

function base64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
