import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcutSetting } from '@/shared/settings/shortcut-setting.ts';

/** The keys that walk through the list, where there is a keyboard. */
export function KeyboardHelp() {
  const { t } = useTranslation();
  const shortcuts = useSyncExternalStore(shortcutSetting.onChange, shortcutSetting.isOn);
  const keys = [
    ...(shortcuts ? [['/', t('leads.keySearch')] as const] : []),
    ['↑ ↓', t('leads.keyMove')],
    ['↵', t('leads.keyOpen')],
  ] as const;
  return (
    <p className="hidden gap-3 text-xs lg:pointer-fine:flex">
      {keys.map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <kbd dir="ltr" className="rounded border bg-surface px-1.5 font-sans">
            {key}
          </kbd>
          {does}
        </span>
      ))}
    </p>
  );
}
