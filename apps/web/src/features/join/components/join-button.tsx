import { joinFailure, type Viewer } from '@dragoman/domain/navigation';
import { chatPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../components/ui/button.tsx';
import { errorCode } from '../../../lib/error-message.ts';
import { useFollow } from '../../../lib/use-outcome.ts';
import { useJoinSession } from '../api/join-session.ts';

/** Joins and goes on to the chat; says why when that fails (spec section 8, "Join fails"). */
export function JoinButton({ sessionId, viewer }: { sessionId: string; viewer: Viewer }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const follow = useFollow();
  const join = useJoinSession();
  const busy = join.isPending || join.isSuccess;
  return (
    <Button
      size="lg"
      className="w-full"
      busy={busy}
      onClick={() =>
        join.mutate(sessionId, {
          onSuccess: () => void navigate(chatPath(sessionId), { replace: true }),
          onError: (error) => follow(joinFailure(viewer, errorCode(error))),
        })
      }
    >
      {busy ? t('join.joining') : t('join.button')}
    </Button>
  );
}
