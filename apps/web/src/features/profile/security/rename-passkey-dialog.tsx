import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useRenamePasskey } from '../api/security.ts';

/** The same limit as the server's. */
const MAX_NAME = 120;

interface RenamePasskeyDialogProps {
  userId: string;
  passkeyId: string;
  name: string;
  onClose: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ userId, passkeyId, name, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation();
  const rename = useRenamePasskey(userId);
  const [typed, setTyped] = useState(name);
  const [missing, setMissing] = useState(false);
  const failure = rename.error ? authErrorText(t, rename.error) : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const friendlyName = typed.trim();
    setMissing(!friendlyName);
    if (friendlyName) rename.mutate({ passkeyId, friendlyName }, { onSuccess: onClose });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('security.renameTitle')}>
        <form onSubmit={submit} noValidate className="grid gap-4">
          <TextField
            label={t('security.name')}
            name="passkey-name"
            autoComplete="off"
            maxLength={MAX_NAME}
            dir="auto"
            value={typed}
            error={missing ? t('security.nameMissing') : failure}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" size="lg" busy={rename.isPending}>
            {t('security.saveName')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
