import { joinFailureReason } from '@dragoman/domain/join-decision';
import { chatPath, dashboardPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.tsx';
import { errorCode } from '../../../lib/error-message.ts';
import { useJoinSession } from '../api/join-session.ts';

/** What `join_session` answers to a caller whose profile is no visitor's. */
const NOT_A_VISITOR = 'PT403';

/** Joins and goes on to the chat; says why when that fails (spec section 8, "Join fails"). */
export function JoinButton({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const join = useJoinSession();

  function onError(error: Error) {
    const code = errorCode(error);
    if (code === NOT_A_VISITOR) {
      toast.error(t('join.invalidRole'), { description: t('join.onlyVisitors') });
      return;
    }
    if (joinFailureReason(code) === 'taken') {
      toast.error(t('common.error'), { description: t('join.takenOnJoin') });
      // Nothing is left to do here. Only a visitor is offered this button, so this is where they belong.
      void navigate(dashboardPath('visitor'), { replace: true });
      return;
    }
    toast.error(t('common.error'), { description: t('join.joinFailed') });
  }

  const busy = join.isPending || join.isSuccess;
  return (
    <Button
      size="lg"
      className="w-full"
      busy={busy}
      onClick={() =>
        join.mutate(sessionId, {
          onSuccess: () => void navigate(chatPath(sessionId), { replace: true }),
          onError,
        })
      }
    >
      {busy ? t('join.joining') : t('join.button')}
    </Button>
  );
}
