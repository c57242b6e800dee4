import { useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '@/shared/ui/overlay/dialog.tsx';
import { sendAdminAction } from '../api/dashboard.ts';
import type { PendingAuthenticatorApp } from './admins.ts';
import { CredentialForm, type CredentialInput } from './credential-form.tsx';

const QR_PIXELS = 192;

/** Adds an authenticator app: the password, then the QR code, then a code that the app shows. */
export function AuthenticatorAppDialog({ current }: { current: CredentialInput }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [app, setApp] = useState<PendingAuthenticatorApp | null>(null);

  function change(next: boolean) {
    setOpen(next);
    if (!next) setApp(null);
  }

  async function begin(password: string) {
    const body = { current: password };
    setApp(await sendAdminAction<PendingAuthenticatorApp>(queryClient, '/me/app', { method: 'POST', body }));
  }

  async function prove(code: string) {
    await sendAdminAction(queryClient, '/me/app', { method: 'PUT', body: { code } }, ['admins']);
    toast.success(t('organiser.admins.appAdded'));
    change(false);
  }

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="secondary">{t('organiser.admins.addApp')}</Button>
      </DialogTrigger>
      <DialogContent
        title={t('organiser.admins.addApp')}
        description={t(app ? 'organiser.admins.scanText' : 'organiser.admins.addAppText')}
      >
        {app ? (
          <>
            <span className="qr-ground mx-auto mb-4 block w-fit rounded-card bg-white p-4">
              <QRCodeSVG
                value={app.uri}
                size={QR_PIXELS}
                level="M"
                bgColor="#ffffff"
                fgColor="#000000"
                role="img"
                aria-label={t('organiser.admins.qrCode')}
                title={undefined}
                className="block h-auto max-w-full"
              />
            </span>
            <p className="text-ink-soft text-sm">{t('organiser.admins.orType')}</p>
            <p dir="ltr" className="wrap-anywhere mb-4 select-all font-mono text-sm">
              {app.secret}
            </p>
            <CredentialForm
              key="code"
              inputs={[{ name: 'code', label: t('organiser.signIn.code'), autoComplete: 'one-time-code' }]}
              submit={t('organiser.admins.addApp')}
              onSubmit={({ code }) => prove(code)}
            />
          </>
        ) : (
          <CredentialForm
            key="password"
            inputs={[current]}
            submit={t('organiser.admins.next')}
            onSubmit={(values) => begin(values.current)}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
