import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { MISSED_REPLIES, useMissedRepliesPath } from '@/entities/missed-replies/missed-replies-section.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useIsGuest, useUser } from '@/shared/auth/auth-context.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { SettingSwitch } from '@/shared/ui/form/setting-switch.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { LoadingText } from '@/shared/ui/status/loading-text.tsx';
import { GuestAddress } from './guest-address.tsx';
import { type SettingsChange, useChangeSettings, useNotificationSettings } from './notification-settings.ts';
import { PushSwitch } from './push-switch.tsx';
import { QuietHours } from './quiet-hours.tsx';

/** How a person is told about messages that they have not read (docs/adr/0080). */
export function MissedReplies({ profile, className }: { profile: Profile; className?: string }) {
  const { t } = useTranslation();
  const { push, missedReplyMails } = useBackend().config;
  const isOffered = useMissedRepliesPath(profile.role) !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  // After the page's own heading, which takes the focus of those who come to the top.
  useEffect(() => {
    if (hash !== `#${MISSED_REPLIES}`) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ behavior: 'instant' });
  }, [hash]);
  // The installation sends nothing: there is nothing to choose.
  if (!isOffered) return null;
  return (
    <section aria-labelledby={MISSED_REPLIES} className={className}>
      <h2 ref={heading} id={MISSED_REPLIES} tabIndex={-1} className="scroll-mt-8 text-lg">
        {t('missedReplies.title')}
      </h2>
      <p className="mt-1 mb-2 text-pretty text-ink-soft text-sm">{t('missedReplies.text')}</p>
      {push !== null && <PushSwitch profileId={profile.id} publicKey={push} />}
      <Settings profile={profile} mails={missedReplyMails} />
    </section>
  );
}

function Settings({ profile, mails }: { profile: Profile; mails: boolean }) {
  const { t } = useTranslation();
  const guest = useIsGuest();
  const address = useUser()?.email;
  const { data: settings, isError, refetch } = useNotificationSettings(profile.id);
  const change = useChangeSettings(profile.id);
  if (!settings) {
    if (!isError) return <LoadingText text={t('missedReplies.loading')} />;
    return (
      <Alert tone="danger">
        {t('missedReplies.loadFailed')}
        <Button variant="secondary" className="mt-2" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </Alert>
    );
  }
  const save = (changed: SettingsChange) =>
    change.mutate(changed, {
      onError: () => toast.error(t('common.error'), { description: t('missedReplies.saveFailed') }),
    });
  return (
    <div className="grid grid-cols-1 divide-y">
      {mails && guest && <GuestAddress profileId={profile.id} settings={settings} />}
      {mails && (guest ? settings.address_confirmed_at !== null : address) && (
        <SettingSwitch
          label={t('missedReplies.mail')}
          text={t('missedReplies.mailText', { address: guest ? settings.address : address })}
          on={settings.email}
          onChange={(email) => save({ email })}
        />
      )}
      <SettingSwitch
        label={t('missedReplies.showText')}
        text={t('missedReplies.showTextText')}
        on={settings.show_text}
        onChange={(show_text) => save({ show_text })}
      />
      <QuietHours settings={settings} onChange={save} />
    </div>
  );
}
