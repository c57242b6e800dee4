import { useTranslation } from 'react-i18next';
import type { NotificationSettings } from '@/shared/api/database-types.ts';
import { TextField } from '@/shared/ui/form/field.tsx';
import { SettingSwitch } from '@/shared/ui/form/setting-switch.tsx';
import { minutesOf, timeOf } from './clock-times.ts';
import type { SettingsChange } from './notification-settings.ts';

/** A night, for a person who turns quiet hours on. */
const USUAL = { quiet_from: 22 * 60, quiet_until: 7 * 60 };

/** The hours in which nothing is sent, by the clock of the device that has set them. */
export function QuietHours({
  settings,
  onChange,
}: {
  settings: NotificationSettings;
  onChange: (change: SettingsChange) => void;
}) {
  const { t } = useTranslation();
  const { quiet_from: from, quiet_until: until, time_zone } = settings;
  const save = (change: SettingsChange) => onChange({ ...change, time_zone: ownTimeZone() });
  const on = from !== null && until !== null;

  /**
   * Both ends alike would be no time, or all of it. The two are sent together: the database checks
   * the pair before it looks for the row.
   */
  function saveTime(field: 'quiet_from' | 'quiet_until', value: string) {
    const pair = { quiet_from: from, quiet_until: until, [field]: minutesOf(value) };
    if (pair[field] !== null && pair.quiet_from !== pair.quiet_until) save(pair);
  }

  return (
    <div>
      <SettingSwitch
        label={t('missedReplies.quiet')}
        text={t('missedReplies.quietText')}
        on={on}
        onChange={(wanted) => save(wanted ? USUAL : { quiet_from: null, quiet_until: null })}
      />
      {on && (
        <div className="grid grid-cols-1 xs:grid-cols-2 gap-3 pt-1 pb-3 sm:max-w-md">
          <TextField
            // A value that another device has saved takes the place of the typed one.
            key={`from ${from}`}
            type="time"
            label={t('missedReplies.quietFrom')}
            defaultValue={timeOf(from)}
            onBlur={({ target }) => saveTime('quiet_from', target.value)}
          />
          <TextField
            key={`until ${until}`}
            type="time"
            label={t('missedReplies.quietUntil')}
            defaultValue={timeOf(until)}
            onBlur={({ target }) => saveTime('quiet_until', target.value)}
          />
          <p className="col-span-2 text-ink-soft text-xs">
            {t('missedReplies.timeZone')} <bdi dir="ltr">{time_zone}</bdi>
          </p>
        </div>
      )}
    </div>
  );
}

/** Old devices may name none. */
function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
