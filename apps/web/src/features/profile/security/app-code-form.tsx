import { Copy } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { CodeField } from '@/entities/account/code-field.tsx';
import { copyText } from '@/shared/browser/copy-text.ts';
import { readTypedCode } from '@/shared/format/typed-code.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { type BegunApp, useConfirmApp } from '../api/security.ts';

interface AppCodeFormProps {
  userId: string;
  app: BegunApp;
  onConfirmed: () => void;
}

/**
 * The picture and the key of an app that has begun, and its first code, which shows that the app
 * has read them.
 */
export function AppCodeForm({ userId, app, onConfirmed }: AppCodeFormProps) {
  const { t } = useTranslation();
  const confirm = useConfirmApp(userId);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const [copied, setCopied] = useState<boolean | null>(null);
  const failure = confirm.error ? authErrorText(t, confirm.error) : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const code = readTypedCode(typed);
    setMissing(!code);
    if (code) confirm.mutate({ id: app.id, code }, { onSuccess: onConfirmed });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {/* White around it in the dark as well: apps read dark on light. */}
      <img
        src={app.qrCodeUrl}
        alt={t('security.qrCode')}
        className="mx-auto size-48 rounded-control bg-white"
      />
      <div className="grid justify-items-start gap-1">
        <p className="font-semibold text-sm">{t('security.secret')}</p>
        <p dir="ltr" className="page-aligned font-mono text-sm" data-testid="totp-secret">
          {/* As people type it. No space is between the groups: a copy of the text is the key. */}
          {app.secret.match(/.{1,4}/g)?.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change, and two may be equal.
            <span key={index} className="me-[1ch] inline-block">
              {group}
            </span>
          ))}
        </p>
        <Button variant="secondary" onClick={() => void copyText(app.secret).then(setCopied)}>
          <Copy aria-hidden="true" className="size-4.5" />
          {t('security.copySecret')}
        </Button>
        <p role="status" className="text-ink-soft text-xs">
          {copied !== null && t(copied ? 'security.copied' : 'security.copyFailed')}
        </p>
      </div>
      {(missing || failure) && (
        <Alert tone="danger">{missing ? t('secondFactor.missingCode') : failure}</Alert>
      )}
      <CodeField
        label={t('secondFactor.appCode')}
        hint={t('secondFactor.appHint')}
        code={typed}
        onCodeChange={setTyped}
      />
      <Button type="submit" size="lg" busy={confirm.isPending}>
        {confirm.isPending ? t('security.confirming') : t('security.confirmApp')}
      </Button>
    </form>
  );
}
