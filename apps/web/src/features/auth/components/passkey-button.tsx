import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { passkeyErrorText, useSignInWithPasskey } from '@/entities/account/passkeys.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';

/** Signs in with a passkey, in place of all else that the page asks for. */
export function PasskeyButton({ label }: { label: string }) {
  const { t } = useTranslation();
  const signIn = useSignInWithPasskey();
  return (
    <div className="mt-4 grid gap-4">
      {signIn.error && <Alert tone="danger">{passkeyErrorText(t, signIn.error)}</Alert>}
      <Button variant="secondary" size="lg" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {label}
      </Button>
    </div>
  );
}
