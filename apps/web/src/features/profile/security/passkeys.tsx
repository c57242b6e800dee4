import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { passkeyErrorText } from '@/entities/account/passkeys.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useAddPasskey, usePasskeys } from '../api/security.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { SecurityList } from './security-list.tsx';

/** Passkeys, which sign in without a password. */
export function Passkeys({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const passkeys = usePasskeys(userId);
  const add = useAddPasskey(userId, (browser, system) => t('yourData.device', { browser, system }));
  return (
    <SecurityList
      title={t('security.passkeys')}
      text={t('security.passkeysText')}
      query={passkeys}
      action={
        <>
          {add.error && <Alert tone="danger">{passkeyErrorText(t, add.error)}</Alert>}
          <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate()}>
            <KeyRound aria-hidden="true" className="size-4.5" />
            {t('security.addPasskey')}
          </Button>
        </>
      }
    >
      {(passkey) => <PasskeyRow key={passkey.id} userId={userId} passkey={passkey} />}
    </SecurityList>
  );
}
