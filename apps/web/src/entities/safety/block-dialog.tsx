import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useSetBlocked } from './blocks.ts';

interface BlockDialogProps {
  person: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for confirmation before a person is blocked, and explains the effect. */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const { t } = useTranslation();
  const setBlocked = useSetBlocked();
  const { name } = person;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('trust.blockTitle', { name })} description={t('trust.blockText')}>
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('trust.cancel')}
          </Button>
          <Button
            variant="danger"
            busy={setBlocked.isPending}
            onClick={() =>
              setBlocked.mutate(
                { personId: person.id, blocked: true },
                {
                  onSuccess: () => {
                    onOpenChange(false);
                    toast.success(t('trust.nowBlocked', { name }));
                  },
                  onError: () => toast.error(t('common.error'), { description: t('trust.failed') }),
                },
              )
            }
          >
            {t('trust.block')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
