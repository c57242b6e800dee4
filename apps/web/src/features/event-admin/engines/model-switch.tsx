import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { sendAdminAction } from '../api/dashboard.ts';
import { EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { type InstalledModel, megabytes } from './installed-models.ts';

/** Switches an optional model on or off; a dialog asks first. */
export function ModelSwitch({ model }: { model: InstalledModel }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  // The dialog keeps the texts with which it was opened, while the state changes and it closes.
  const [isOn, setIsOn] = useState(model.state !== 'off');
  const name = { model: model.title };
  const size = megabytes(model.totalBytes, intlLocale(i18n.language));

  function change(next: boolean) {
    if (next) setIsOn(model.state !== 'off');
    setOpen(next);
  }

  const actionOf = (on: boolean) => t(on ? 'organiser.speech.turnOffOf' : 'organiser.speech.turnOnOf', name);
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="secondary" aria-label={actionOf(model.state !== 'off')}>
          {t(model.state === 'off' ? 'organiser.speech.turnOn' : 'organiser.speech.turnOff')}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={actionOf(isOn)}
        description={t(isOn ? 'organiser.speech.turnOffText' : 'organiser.speech.turnOnText', { size })}
      >
        <Confirmation model={model} isOn={isOn} size={size} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

interface ConfirmationProps {
  model: InstalledModel;
  isOn: boolean;
  size: string;
  onDone: () => void;
}

function Confirmation({ model, isOn, size, onDone }: ConfirmationProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<'read-only' | 'disk-full' | 'other' | null>(null);

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      const path = isOn ? '/models/disable' : '/models/enable';
      await sendAdminAction(queryClient, path, { method: 'POST', body: { id: model.id } }, ['models']);
      onDone();
    } catch (error) {
      if (!isSignedOut(error)) setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      {failure === 'other' && <Alert tone="danger">{t('organiser.speech.failed')}</Alert>}
      {failure && failure !== 'other' && (
        <Alert tone="danger">
          <p>{t(`organiser.models.failures.${failure}`)}</p>
          <p>{t(`organiser.models.remedies.${failure}`, { size })}</p>
        </Alert>
      )}
      {!isOn && (
        <a
          href={model.licence.url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary text-sm underline decoration-primary/40 underline-offset-4 hover:decoration-primary"
        >
          {t('organiser.speech.readLicence', { licence: model.licence.name })}
        </a>
      )}
      <Button size="lg" variant={isOn ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
        {isOn ? t('organiser.speech.delete') : t('organiser.speech.download', { size })}
      </Button>
    </div>
  );
}

function failureOf(error: unknown): 'read-only' | 'disk-full' | 'other' {
  const code = error instanceof EventAdminApiError ? error.code : '';
  if (code === 'models_read_only') return 'read-only';
  return code === 'models_disk_full' ? 'disk-full' : 'other';
}
