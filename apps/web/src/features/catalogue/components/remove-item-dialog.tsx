import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useRemoveItem } from '../api/change-items.ts';

interface RemoveItemDialogProps {
  ownerId: string;
  item: CatalogueItem;
  onClose: () => void;
}

/** Asks for confirmation before an item is removed: its file may exist nowhere else. */
export function RemoveItemDialog({ ownerId, item, onClose }: RemoveItemDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveItem(ownerId);

  const removeNow = useSingleRun(async () => {
    try {
      await remove.mutateAsync(item);
    } catch {
      toast.error(t('common.error'), { description: t('catalogue.removeFailed') });
      return;
    }
    toast(t('catalogue.removed'));
    onClose();
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={<span className="wrap-anywhere">{t('catalogue.removeTitle', { name: item.name })}</span>}
        description={t('catalogue.removeText')}
      >
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={onClose}>
            {t('material.keep')}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={removeNow}>
            {t('catalogue.removeForGood')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
