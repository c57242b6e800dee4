import { useTranslation } from 'react-i18next';
import type { MyBooth } from '@/entities/booth/my-booth.ts';
import type { TeamPerson } from '@/entities/booth/team.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useRemoveMember } from '../api/team.ts';
import { boothFault } from '../model/booth-fault.ts';
import { useFaultText } from './use-fault-text.ts';

interface RemoveDialogProps {
  booth: MyBooth;
  member: TeamPerson;
  me: string;
  onClose: () => void;
}

/** Asks before a person is removed or leaves, and says what that ends. */
export function RemoveDialog({ booth, member, me, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveMember(me);
  const faultText = useFaultText();
  const leaving = member.profile_id === me;
  const name = member.person?.name || t('chat.someone');
  const owner = booth.name || t('chat.someone');

  const removeNow = useSingleRun(async () => {
    try {
      await remove.mutateAsync(member.profile_id);
    } catch (error) {
      // The person has left, or was removed on another device.
      if (boothFault(error) !== 'not_member') {
        toast.error(t('common.error'), { description: faultText(error) });
        return;
      }
    }
    toast(leaving ? t('team.left', { name: owner }) : t('team.removed', { name }));
    onClose();
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={
          <span className="wrap-anywhere">
            {leaving ? t('team.leaveTitle', { name: owner }) : t('team.removeTitle', { name })}
          </span>
        }
        description={leaving ? t('team.leaveText') : t('team.removeText')}
      >
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={onClose}>
            {t('trust.cancel')}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={removeNow}>
            {leaving ? t('team.leave') : t('team.remove')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
