import { useTranslation } from 'react-i18next';
import type { GlossaryRow } from '@/shared/api/database-types.ts';
import { toast } from '@/shared/toast/toast.ts';
import { useAddTerm, useDeleteTerm } from '../api/terms.ts';

/**
 * @returns a function that deletes a term and offers an undo; it resolves to whether the term is
 * deleted. It outlives its dialog.
 */
export function useTermRemoval(ownerId: string): (row: GlossaryRow) => Promise<boolean> {
  const { t } = useTranslation();
  const remove = useDeleteTerm(ownerId);
  const add = useAddTerm(ownerId);

  return async (row) => {
    const { id, term, mode, en, zh, ar } = row;
    try {
      await remove.mutateAsync(id);
    } catch {
      toast.error(t('common.error'), { description: t('terms.deleteFailed') });
      return false;
    }
    toast(t('terms.deleted'), {
      action: {
        label: t('scan.undo'),
        onClick: () => {
          add
            .mutateAsync({ id, term, mode, en, zh, ar })
            .catch(() => toast.error(t('common.error'), { description: t('terms.saveFailed') }));
        },
      },
    });
    return true;
  };
}
