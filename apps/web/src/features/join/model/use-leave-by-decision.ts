import type { JoinDecision } from '@dragoman/domain/join-decision';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { rememberPostProfileRedirect } from '../../../lib/remembered-targets.ts';

/**
 * Does what the join decision says beyond showing something: goes on to the chat or the setup page, and says what is
 * wrong before it sends somebody away.
 * @returns whether the page is being left.
 */
export function useLeaveByDecision(decision: JoinDecision | { kind: 'loading' }): boolean {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const target = leaveTarget(decision);
  const problem = problemOf(decision);
  const remember = decision.kind === 'set-up-profile' ? decision.remember : null;

  useEffect(() => {
    if (problem) toast.error(t('join.errorTitle'), { id: 'join', description: t(problem) });
    if (remember) rememberPostProfileRedirect(remember);
    if (target) navigate(target, { replace: true });
  }, [problem, remember, target, navigate, t]);

  return target !== null;
}

function leaveTarget(decision: JoinDecision | { kind: 'loading' }): string | null {
  switch (decision.kind) {
    case 'open-chat':
    case 'set-up-profile':
      return decision.goTo;
    case 'refuse':
      // A load that failed may work a moment later: the invitation stays on screen, with a button to try again.
      return decision.reason === 'load-failed' ? null : decision.leaveTo;
    default:
      return null;
  }
}

const REFUSALS = {
  taken: 'join.taken',
  'only-visitors': 'join.onlyVisitors',
  'load-failed': 'join.loadFailed',
} as const;

function problemOf(decision: JoinDecision | { kind: 'loading' }) {
  if (decision.kind === 'not-found') return 'join.sessionNotFound';
  return decision.kind === 'refuse' ? REFUSALS[decision.reason] : null;
}
