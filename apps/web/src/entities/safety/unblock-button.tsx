import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useSetBlocked } from './blocks.ts';

/** Removes a block at once, without confirmation: that is as easy to undo. */
export function UnblockButton({ person }: { person: { id: string; name: string } }) {
  const { t } = useTranslation();
  const setBlocked = useSetBlocked();
  const { id, name } = person;
  return (
    <Button
      variant="secondary"
      busy={setBlocked.isPending}
      onClick={() =>
        setBlocked.mutate(
          { personId: id, blocked: false },
          {
            onSuccess: () => toast.success(t('trust.nowUnblocked', { name })),
            onError: () => toast.error(t('common.error'), { description: t('trust.failed') }),
          },
        )
      }
    >
      {t('trust.unblock')}
    </Button>
  );
}
