import { EMAIL_ADDRESS } from '@dragoman/domain/email-address';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FunctionRefusal } from '@/shared/api/call-function.ts';
import type { NotificationSettings } from '@/shared/api/database-types.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { useLeaveAddress } from './notification-settings.ts';

/** A guest leaves an address for missed replies alone, and takes it away again. */
export function GuestAddress({ profileId, settings }: { profileId: string; settings: NotificationSettings }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const leave = useLeaveAddress(profileId);
  const { address, address_confirmed_at: confirmed } = settings;

  function fail(refusal: Error) {
    const busy = refusal instanceof FunctionRefusal && refusal.status === 429;
    toast.error(t('common.error'), {
      description: t(busy ? 'missedReplies.tooMany' : 'missedReplies.mailFailed'),
    });
  }

  function send(event: FormEvent) {
    event.preventDefault();
    const wanted = typed.trim();
    if (!EMAIL_ADDRESS.test(wanted)) return setError(t('missedReplies.addressInvalid'));
    setError(undefined);
    leave.mutate(wanted, { onError: fail });
  }

  if (address !== null) {
    return (
      <div className="flex flex-wrap items-center gap-3 py-2">
        <p className="min-w-0 flex-1 basis-48 text-pretty text-sm" role="status">
          {confirmed ? t('missedReplies.addressKept') : t('missedReplies.addressWaits')}{' '}
          <bdi dir="ltr" className="wrap-anywhere font-semibold">
            {address}
          </bdi>
        </p>
        <Button
          variant="secondary"
          busy={leave.isPending}
          onClick={() => leave.mutate(null, { onError: fail })}
        >
          {t('missedReplies.addressRemove')}
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-wrap items-start gap-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:text-end"
          label={t('missedReplies.address')}
          hint={t('missedReplies.addressHint')}
          error={error}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" busy={leave.isPending} className="sm:mt-6.5">
        {t('missedReplies.addressSend')}
      </Button>
    </form>
  );
}
