import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { filledFields } from '@/entities/sharing/card-fields.ts';
import { useShareWithAll, useWithheld } from '@/entities/sharing/card-shares.ts';
import { useFieldNames } from '@/entities/sharing/field-names.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';

/**
 * Applies the user's default sharing to people met before, replacing the individual choices.
 * @param people how many have the card
 */
export function ShareWithAll({ people }: { people: number }) {
  const { t } = useTranslation();
  const { data: me } = useProfile();
  const { data: withheld } = useWithheld(null);
  const names = useFieldNames();
  const share = useShareWithAll();
  const [open, setOpen] = useState(false);
  if (!me || !withheld || people === 0) return null;
  const shared = filledFields(me).filter((field) => !withheld.includes(field));
  const apply = () =>
    share.mutate(undefined, {
      onSuccess: (changed) => {
        setOpen(false);
        toast.success(t('common.success'), { description: t('sharing.appliedTo', { count: changed }) });
      },
    });
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        {t('sharing.applyAll')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title={t('sharing.applyAllTitle')}
          description={t('sharing.applyAllText', { count: people, fields: names(['name', ...shared]) })}
        >
          <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('trust.cancel')}
            </Button>
            <Button busy={share.isPending} onClick={apply}>
              {t('sharing.apply')}
            </Button>
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}
