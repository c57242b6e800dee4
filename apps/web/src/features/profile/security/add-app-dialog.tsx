import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useBeginApp, useMakeRecoveryCodes } from '../api/security.ts';
import { AppCodeForm } from './app-code-form.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

interface AddAppDialogProps {
  userId: string;
  /** Recovery codes come with the first one, but for a hosted Supabase, which has none. */
  isFirst: boolean;
  onClose: () => void;
}

/**
 * Adds an authenticator app: a picture to scan, its first code, and, for the first app, recovery
 * codes.
 */
export function AddAppDialog({ userId, isFirst, onClose }: AddAppDialogProps) {
  const { t } = useTranslation();
  const begin = useBeginApp();
  const makeCodes = useMakeRecoveryCodes(userId);
  const { hosted } = useBackend().config;
  const [gets] = useState(isFirst && !hosted);
  const [confirmed, setConfirmed] = useState(false);
  const start = begin.mutate;
  useEffect(() => start(), [start]);

  function proceed() {
    if (!gets) return onClose();
    setConfirmed(true);
    makeCodes.mutate();
  }

  const codes = confirmed ? makeCodes.data : undefined;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(confirmed ? 'security.codesTitle' : 'security.addAppTitle')}
        description={t(confirmed ? 'security.codesText' : 'security.addAppText')}
        // A stray tap must not close codes that are shown only once.
        {...(confirmed && { onInteractOutside: (event: Event) => event.preventDefault() })}
      >
        {codes ? (
          <NewRecoveryCodes codes={codes} onDone={onClose} />
        ) : confirmed && makeCodes.isError ? (
          <div className="grid gap-4">
            <Alert tone="danger">{authErrorText(t, makeCodes.error)}</Alert>
            <Button onClick={() => makeCodes.mutate()}>{t('common.tryAgain')}</Button>
          </div>
        ) : !confirmed && begin.data ? (
          <AppCodeForm userId={userId} app={begin.data} onConfirmed={proceed} />
        ) : begin.isError ? (
          <Alert tone="danger">{authErrorText(t, begin.error)}</Alert>
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </DialogContent>
    </Dialog>
  );
}
