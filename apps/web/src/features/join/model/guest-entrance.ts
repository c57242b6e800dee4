import type { NavigationDecision, Viewer } from '@dragoman/domain/navigation/decision';
import { chatPath } from '@dragoman/domain/routes';

/**
 * The guest's progress on the way in. `asked`: the guest form is open; `inside`: they have joined a
 * session.
 */
export type GuestStage =
  | { at: 'outside' }
  | { at: 'asked' }
  | { at: 'entering' }
  | { at: 'inside'; sessionId: string };

/**
 * The page's decision while a guest enters. Signing up, profile and joining are one action, so the
 * states between them do not redirect. The chat opens at the end, once the app has the profile.
 */
export function guestDecision<View extends string>(
  stage: GuestStage,
  decision: NavigationDecision<View>,
  auth: Viewer['auth'],
): NavigationDecision<View> {
  if (stage.at === 'entering') return { kind: 'wait' };
  if (stage.at !== 'inside') return decision;
  return auth === 'signed-in' ? { kind: 'go', to: chatPath(stage.sessionId) } : { kind: 'wait' };
}

/** Checks whether a page with this decision shows the guest's form. */
export function asksGuest(stage: GuestStage, decision: NavigationDecision<string>): boolean {
  if (stage.at === 'entering' || stage.at === 'inside') return true;
  // A step failed before the app knew the user: the form stays, with the error.
  if (decision.kind === 'wait') return stage.at === 'asked';
  if (decision.kind !== 'show') return false;
  return decision.view === 'enter-as-guest' || (decision.view === 'log-in' && stage.at === 'asked');
}
