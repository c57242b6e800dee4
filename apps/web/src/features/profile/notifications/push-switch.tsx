import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { SettingSwitch } from '@/shared/ui/form/setting-switch.tsx';
import { usePushState, useSwitchPush } from './notification-settings.ts';

/**
 * Turns pushes to this browser on and off, and says why where it takes none. The browser is asked
 * for its permission by the press alone.
 */
export function PushSwitch({ profileId, publicKey }: { profileId: string; publicKey: string }) {
  const { t } = useTranslation();
  const { data: state } = usePushState(profileId);
  const turn = useSwitchPush(profileId, publicKey);
  if (state === undefined) return null;
  if (state === 'needs-home-screen') return <Note text={t('missedReplies.homeScreen')} />;
  if (state === 'unsupported') return <Note text={t('missedReplies.unsupported')} />;
  if (state === 'denied') return <Note text={t('missedReplies.denied')} />;
  return (
    <SettingSwitch
      label={t('missedReplies.push')}
      text={t('missedReplies.pushText')}
      on={turn.isPending ? turn.variables : state === 'on'}
      busy={turn.isPending}
      onChange={(on) =>
        turn.mutate(on, {
          onError: () => toast.error(t('common.error'), { description: t('missedReplies.pushFailed') }),
        })
      }
    />
  );
}

function Note({ text }: { text: string }) {
  return <p className="border-b py-2 text-pretty text-sm">{text}</p>;
}
