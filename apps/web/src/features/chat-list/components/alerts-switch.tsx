import { Bell, BellRing } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { playNotificationSound } from '@/shared/browser/notification-sound.ts';
import { alertSetting } from '@/shared/settings/alert-setting.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';

/**
 * Turns alerts for a page in the background on and off. The browser is asked for its permission
 * here, and nowhere else.
 */
export function AlertsSwitch() {
  const { t } = useTranslation();
  const on = useSyncExternalStore(alertSetting.onChange, alertSetting.isOn);

  async function turn() {
    if (on) return alertSetting.set(false);
    alertSetting.set(true);
    // Plays the sound as a sample. The press also allows the browser to play sounds later.
    void playNotificationSound();
    if (typeof Notification === 'undefined') return;
    const permission =
      Notification.permission === 'default'
        ? await Notification.requestPermission()
        : Notification.permission;
    if (permission === 'denied') toast(t('alerts.soundOnly'), { description: t('alerts.soundOnlyText') });
  }

  const Icon = on ? BellRing : Bell;
  return (
    <Button
      variant="secondary"
      role="switch"
      aria-checked={on}
      title={t('alerts.text')}
      onClick={() => void turn()}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {t('alerts.label')}
      <span aria-hidden="true" className="text-ink-soft">
        {on ? t('alerts.on') : t('alerts.off')}
      </span>
    </Button>
  );
}
