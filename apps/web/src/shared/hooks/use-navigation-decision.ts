import type { NavigationDecision } from '@dragoman/domain/navigation/decision';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { rememberRedirect } from '../auth/post-login-redirect.ts';
import { useNotify } from '../toast/notices.ts';

/**
 * Carries out a navigation decision: says what it says, remembers what it wants remembered, and
 * goes.
 * @returns a function for decisions that follow an act. It returns how to call off a departure that
 * is still to come.
 */
export function useFollowDecision(): (outcome: NavigationDecision<string>) => () => void {
  const navigate = useNavigate();
  const notify = useNotify();
  return useCallback(
    (outcome) => {
      if (outcome.kind === 'wait') return () => {};
      if (outcome.notice) notify(outcome.notice);
      if (outcome.kind === 'show') return () => {};
      const { to, memory, delayMs } = outcome;
      const go = () => {
        if (memory) rememberRedirect(memory);
        void navigate(to, { replace: true });
      };
      if (!delayMs) {
        go();
        return () => {};
      }
      const timer = setTimeout(go, delayMs);
      return () => clearTimeout(timer);
    },
    [navigate, notify],
  );
}

/**
 * Works like {@link useFollowDecision}, for the decision of the page on screen: it is followed
 * whenever it has changed.
 */
export function useNavigationDecision(outcome: NavigationDecision<string>): void {
  const follow = useFollowDecision();
  // Not again because it would be said in another language by now.
  const act = useEffectEvent((decision: string) => follow(JSON.parse(decision)));
  // Every render creates a new decision object; its text tells whether the decision changed.
  const written = JSON.stringify(outcome);
  useEffect(() => act(written), [written]);
}
