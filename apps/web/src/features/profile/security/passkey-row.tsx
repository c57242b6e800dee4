import type { PasskeyListItem } from '@supabase/auth-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyErrorText } from '@/entities/account/passkeys.ts';
import { formatDate } from '@/shared/format/format-date.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useRemovePasskey } from '../api/security.ts';
import { ConfirmRemoval } from './confirm-removal.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { SecurityRow } from './security-list.tsx';

/** A passkey: its name, its date, and its actions. */
export function PasskeyRow({ userId, passkey }: { userId: string; passkey: PasskeyListItem }) {
  const { t, i18n } = useTranslation();
  const remove = useRemovePasskey(userId);
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const name = passkey.friendly_name ?? t('security.passkey');
  const date = (iso: string) => formatDate(iso, i18n.language);
  return (
    <SecurityRow
      name={name}
      note={
        passkey.last_used_at
          ? t('security.lastUsed', { date: date(passkey.last_used_at) })
          : t('security.since', { date: date(passkey.created_at) })
      }
    >
      <Button variant="ghost" onClick={() => setOpen('rename')}>
        {t('security.rename')}
      </Button>
      <Button variant="ghost" className="text-danger" onClick={() => setOpen('remove')}>
        {t('security.remove')}
      </Button>
      {open === 'rename' && (
        <RenamePasskeyDialog userId={userId} passkeyId={passkey.id} name={name} onClose={close} />
      )}
      {open === 'remove' && (
        <ConfirmRemoval
          title={t('security.removePasskeyTitle')}
          text={t('security.removePasskeyText')}
          busy={remove.isPending}
          failure={remove.error ? passkeyErrorText(t, remove.error) : undefined}
          onRemove={() => remove.mutate(passkey.id, { onSuccess: close })}
          onClose={close}
        />
      )}
    </SecurityRow>
  );
}
