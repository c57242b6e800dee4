import { describe, expect, test } from 'vitest';
import type { Memory, NavigationDecision, ProfileLookup, Viewer } from '../decision.ts';

// The viewers and helpers of the tests that are tables: page and state -> decision.

/** A state, the decision made for it, and the decision that the specification asks for. */
export type Row = [state: string, made: NavigationDecision<string>, wanted: NavigationDecision<string>];

export const nothing: Memory = { redirect: null, role: null };
export const WAIT = { kind: 'wait' } as const;

export function withProfile(profile: {
  role: 'vendor' | 'visitor' | null;
  name?: string | null;
  company?: string | null;
}) {
  return { status: 'found', profile: { id: 'me', name: 'Li Na', company: 'Hongyuan', ...profile } } as const;
}
export function signedIn(profile: ProfileLookup): Viewer {
  return { auth: 'signed-in', profile };
}

export const isLoading: ProfileLookup = { status: 'loading' };
export const isMissing: ProfileLookup = { status: 'missing' };
export const isFailed: ProfileLookup = { status: 'failed' };

export const starting: Viewer = { auth: 'loading', profile: isLoading };
export const leaving: Viewer = { auth: 'leaving', profile: isLoading };
export const stranger: Viewer = { auth: 'signed-out', profile: isLoading };
export const unread = signedIn(isLoading);
export const newcomer = signedIn(isMissing);
export const broken = signedIn(isFailed);
/** In the middle of entering: the user is there, the profile not yet. */
export const guestOnTheWay: Viewer = { ...signedIn(isMissing), guest: true };
export const guest: Viewer = { ...signedIn(withProfile({ role: 'visitor', company: null })), guest: true };
export const roleless = signedIn(withProfile({ role: null }));
export const vendor = signedIn(withProfile({ role: 'vendor' }));
export const visitor = signedIn(withProfile({ role: 'visitor' }));

export function rows(title: string, table: Row[]): void {
  describe(title, () => {
    test.each(table)('%s', (_state, made, wanted) => {
      expect(made).toEqual(wanted);
    });
  });
}

export function show(view: string, notice?: string): NavigationDecision<string> {
  return { kind: 'show', view, ...(notice ? { notice } : {}) } as NavigationDecision<string>;
}
export function go(to: string, more: { notice?: string; memory?: Partial<Memory>; delayMs?: number } = {}) {
  return { kind: 'go', to, ...more } as NavigationDecision<string>;
}
