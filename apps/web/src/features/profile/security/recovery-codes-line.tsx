import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { formatDate } from '@/shared/format/format-date.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useAuthenticatorApps, useMakeRecoveryCodes, useRecoveryCodes } from '../api/security.ts';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

/**
 * The number of unused recovery codes, and a button for new ones. Renders nothing before there is
 * an app that they could replace.
 */
export function RecoveryCodesLine({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation();
  const { data: apps } = useAuthenticatorApps(userId);
  const { data: left } = useRecoveryCodes(userId);
  const [making, setMaking] = useState(false);
  if (!apps?.length || !left) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <h3 className="font-semibold text-sm">{t('security.recoveryCodes')}</h3>
      <p className="text-ink-soft text-sm">{t('security.codesLeft', { count: left.remaining })}</p>
      {left.expires_at && (
        <p className="text-ink-soft text-sm">
          {t('security.codesUntil', { date: formatDate(left.expires_at, i18n.language) })}
        </p>
      )}
      <Button variant="secondary" className="mt-2" onClick={() => setMaking(true)}>
        {t('security.makeCodes')}
      </Button>
      {making && <MakeCodesDialog userId={userId} onClose={() => setMaking(false)} />}
    </div>
  );
}

function MakeCodesDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const make = useMakeRecoveryCodes(userId);
  const made = make.data;
  return (
    <Dialog open onOpenChange={(open) => !open && !make.isPending && onClose()}>
      <DialogContent
        title={t(made ? 'security.codesTitle' : 'security.makeCodesTitle')}
        description={t(made ? 'security.codesText' : 'security.makeCodesText')}
        {...(made && { onInteractOutside: (event: Event) => event.preventDefault() })}
      >
        {made ? (
          <NewRecoveryCodes codes={made} onDone={onClose} />
        ) : (
          <div className="grid gap-4">
            {make.error && <Alert tone="danger">{authErrorText(t, make.error)}</Alert>}
            <div className="flex flex-wrap gap-3 *:flex-1">
              <Button variant="secondary" disabled={make.isPending} onClick={onClose}>
                {t('security.keepCodes')}
              </Button>
              <Button busy={make.isPending} onClick={() => make.mutate()}>
                {t('security.makeCodes')}
              </Button>
            </div>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
