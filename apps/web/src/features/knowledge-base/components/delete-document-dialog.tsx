import { useTranslation } from 'react-i18next';
import type { KnowledgeBaseDocument } from '@/shared/api/database-types.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useDeleteDocument } from '../api/change-documents.ts';

interface DeleteDocumentDialogProps {
  document: KnowledgeBaseDocument;
  onClose: () => void;
}

/** Asks for confirmation before a document is deleted: its text may exist nowhere else. */
export function DeleteDocumentDialog({ document, onClose }: DeleteDocumentDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteDocument(document.owner_id);

  const removeNow = useSingleRun(async () => {
    try {
      await remove.mutateAsync(document.id);
    } catch {
      toast.error(t('common.error'), { description: t('material.deleteFailed') });
      return;
    }
    toast(t('material.deleted'));
    onClose();
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={<span className="wrap-anywhere">{t('material.deleteTitle', { title: document.title })}</span>}
        description={t('material.deleteText')}
      >
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={onClose}>
            {t('material.keep')}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={removeNow}>
            {t('material.deleteForGood')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
