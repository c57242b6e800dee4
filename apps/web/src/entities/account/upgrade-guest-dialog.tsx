import type { User } from '@supabase/auth-js';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTypedCode } from '@/shared/format/typed-code.ts';
import { Button } from '@/shared/ui/button.tsx';
import { PasswordField } from '@/shared/ui/form/password-field.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { authErrorText } from './auth-error-text.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { useAddAddress, useConfirmAddress } from './upgrade-guest.ts';

interface UpgradeGuestDialogProps {
  /** A guest. */
  user: User;
  onClose: () => void;
}

/**
 * Turns a guest into a full user: address and password, then, where addresses are confirmed, the
 * code of the mail. It goes with the note that has opened it, once there is no guest any more.
 */
export function UpgradeGuestDialog({ user, onClose }: UpgradeGuestDialogProps) {
  const { t } = useTranslation();
  const [changingAddress, setChangingAddress] = useState(false);
  const waiting = changingAddress ? undefined : user.new_email;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={t('guest.keepTitle')}
        description={waiting ? t('guest.codeText', { email: waiting }) : t('guest.keepText')}
      >
        {waiting ? (
          <CodeForm userId={user.id} email={waiting} onChangeAddress={() => setChangingAddress(true)} />
        ) : (
          <AddressForm userId={user.id} onMailed={() => setChangingAddress(false)} />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface AddressFormProps {
  userId: string;
  onMailed: () => void;
}

function AddressForm({ userId, onMailed }: AddressFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const add = useAddAddress(userId);
  const failure = add.error ? authErrorText(t, add.error) : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const address = email.trim();
    setIncomplete(!address || !password);
    if (!address || !password) return;
    add.mutate({ email: address, password }, { onSuccess: onMailed });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {(incomplete || failure) && (
        <Alert tone="danger">{incomplete ? t('auth.missingCredentials') : failure}</Alert>
      )}
      <EmailField email={email} onEmailChange={setEmail} />
      <PasswordField
        label={t('auth.createPassword')}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="lg" busy={add.isPending}>
        {t('guest.keepSubmit')}
      </Button>
    </form>
  );
}

interface CodeFormProps {
  userId: string;
  /** The address to which the code was sent. */
  email: string;
  /** Another address is wanted, or another mail. */
  onChangeAddress: () => void;
}

function CodeForm({ userId, email, onChangeAddress }: CodeFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = useConfirmAddress(userId);
  const failure = confirm.error ? authErrorText(t, confirm.error) : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const code = readTypedCode(typed);
    setMissing(!code);
    if (code) confirm.mutate({ email, code });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {(missing || failure) && <Alert tone="danger">{missing ? t('guest.missingCode') : failure}</Alert>}
      <CodeField code={typed} onCodeChange={setTyped} />
      <Button type="submit" size="lg" busy={confirm.isPending}>
        {t('guest.confirm')}
      </Button>
      <Button variant="link" size="inline" className="justify-self-center" onClick={onChangeAddress}>
        {t('guest.otherAddress')}
      </Button>
    </form>
  );
}
