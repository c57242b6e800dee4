import type { Factor } from '@supabase/auth-js';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { formatDate } from '@/shared/format/format-date.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useAuthenticatorApps, useRemoveApp } from '../api/security.ts';
import { ConfirmRemoval } from './confirm-removal.tsx';
import { SecurityList, SecurityRow } from './security-list.tsx';

// Once in the life of an account.
const loadDialog = async () => (await import('./add-app-dialog.tsx')).AddAppDialog;

/** Authenticator apps, whose codes are asked for after the password. */
export function AuthenticatorApps({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const apps = useAuthenticatorApps(userId);
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const AddAppDialog = useLazyComponent(adding, loadDialog, close);
  return (
    <>
      <SecurityList
        title={t('security.apps')}
        text={t('security.appsText')}
        query={apps}
        action={
          <Button variant="secondary" disabled={!apps.data} onClick={() => setAdding(true)}>
            <Smartphone aria-hidden="true" className="size-4.5" />
            {t('security.addApp')}
          </Button>
        }
      >
        {(factor) => <AppRow key={factor.id} userId={userId} factor={factor} />}
      </SecurityList>
      {adding && AddAppDialog && (
        <AddAppDialog userId={userId} isFirst={apps.data?.length === 0} onClose={close} />
      )}
    </>
  );
}

function AppRow({ userId, factor }: { userId: string; factor: Factor }) {
  const { t, i18n } = useTranslation();
  const remove = useRemoveApp(userId);
  const [asking, setAsking] = useState(false);
  return (
    <SecurityRow
      name={t('security.app')}
      note={t('security.since', { date: formatDate(factor.created_at, i18n.language) })}
    >
      <Button variant="ghost" className="text-danger" onClick={() => setAsking(true)}>
        {t('security.remove')}
      </Button>
      {asking && (
        <ConfirmRemoval
          title={t('security.removeAppTitle')}
          text={t('security.removeAppText')}
          busy={remove.isPending}
          failure={remove.error ? authErrorText(t, remove.error) : undefined}
          onRemove={() => remove.mutate(factor.id, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </SecurityRow>
  );
}
