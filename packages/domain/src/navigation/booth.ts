import { boothPath, chatPath, QR_CODES_PATH, setupPath } from '../routes.ts';
import { homeOf, type NavigationDecision, type Viewer } from './decision.ts';
import { joinFailure } from './join.ts';

/**
 * The lookup state of a booth code's page. `session` is the viewer's own one that this code has led
 * to.
 */
export type BoothLookup =
  | { status: 'loading' }
  | {
      status: 'found';
      state: 'open' | 'paused' | 'replaced';
      /** The vendor's profile id; null where the code may not tell. */
      vendorId: string | null;
      session: string | null;
    }
  | { status: 'missing' }
  | { status: 'failed' };

/**
 * Decides what the page of a booth code does on load. It works like the join page, except that
 * every visitor gets a session of their own. A returning visitor goes back to their chat, even when
 * the code has been paused or replaced since. The vendor who owns the code is sent to the list of
 * codes.
 */
export function boothDecision(
  { auth, profile, guest }: Viewer,
  code: string,
  booth: BoothLookup,
): NavigationDecision<
  'log-in' | 'enter-as-guest' | 'offer-join' | 'not-found' | 'load-failed' | 'paused' | 'replaced'
> {
  if (auth === 'loading' || auth === 'leaving' || booth.status === 'loading') return { kind: 'wait' };
  if (booth.status === 'missing') return { kind: 'show', view: 'not-found' };
  const failed = { kind: 'show', view: 'load-failed', notice: 'session-load-failed' } as const;
  if (booth.status === 'failed') return failed;
  if (booth.session) return { kind: 'go', to: chatPath(booth.session) };
  if (auth === 'signed-in' && profile.status === 'loading') return { kind: 'wait' };
  const viewer = profile.status === 'found' ? profile.profile : null;
  if (viewer && viewer.id === booth.vendorId) {
    return { kind: 'go', to: QR_CODES_PATH };
  }
  if (booth.state !== 'open') return { kind: 'show', view: booth.state };
  if (auth === 'signed-out') return { kind: 'show', view: 'log-in' };
  if (profile.status === 'missing') {
    // The guest was interrupted on the way in, and continues.
    if (guest) return { kind: 'show', view: 'enter-as-guest' };
    return { kind: 'go', to: setupPath('visitor'), memory: { redirect: boothPath(code) } };
  }
  if (!viewer) return failed;
  if (viewer.role !== 'visitor') return { kind: 'go', to: homeOf(profile), notice: 'session-only-visitors' };
  return { kind: 'show', view: 'offer-join' };
}

/**
 * The outcome after the server refused to join through a booth code. For a code that was just
 * paused, replaced or removed, the page loads the code again and shows its new state.
 * @param code as for {@link joinFailure}, of `join_booth`.
 */
export function boothFailure(
  viewer: Viewer,
  code: string | null | undefined,
): NavigationDecision<'offer-join'> {
  if (code === 'PT404' || code === 'PT410' || code === 'PT423') {
    return { kind: 'show', view: 'offer-join' };
  }
  return joinFailure(viewer, code);
}
