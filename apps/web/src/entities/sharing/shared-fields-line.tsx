import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Party } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useProfile } from '../profile/profile-query.ts';
import { filledFields } from './card-fields.ts';
import { useWithheld } from './card-shares.ts';
import { useFieldNames } from './field-names.ts';

const loadShareDialog = async () => (await import('./share-dialog.tsx')).ShareDialog;

/**
 * Shows in one line what an exchange of cards will share, so that the user can change it before.
 */
export function SharedFieldsLine({ person }: { person: Party }) {
  const { t } = useTranslation();
  const { data: me } = useProfile();
  const { data: withheld } = useWithheld(person.id);
  const names = useFieldNames();
  const [open, setOpen] = useState(false);
  const ShareDialog = useLazyComponent(open, loadShareDialog, () => setOpen(false));
  if (!me || !withheld) return null;
  const shared = filledFields(me).filter((field) => !withheld.includes(field));
  return (
    <div className="text-ink-soft text-sm">
      <p className="text-pretty">{t('sharing.line', { fields: names(['name', ...shared]) })}</p>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('sharing.change')}
      </Button>
      {ShareDialog && (
        <ShareDialog
          person={{ id: person.id, name: person.name || t('chat.someone') }}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </div>
  );
}
