import { Keyboard } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcutSetting } from '@/shared/settings/shortcut-setting.ts';
import { Button } from '@/shared/ui/button.tsx';

/** Turns off the keyboard shortcuts outside text fields; stored in this browser. */
export function ShortcutsSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const on = useSyncExternalStore(shortcutSetting.onChange, shortcutSetting.isOn);
  return (
    <section className={className} aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title" className="font-semibold text-sm">
        {t('shortcuts.title')}
      </h2>
      <p id="shortcuts-text" className="mt-1 mb-3 text-pretty text-ink-soft text-sm">
        {t('shortcuts.text')}
      </p>
      <Button
        variant="secondary"
        role="switch"
        aria-checked={on}
        aria-describedby="shortcuts-text"
        onClick={() => shortcutSetting.set(!on)}
      >
        <Keyboard aria-hidden="true" className="size-4.5" />
        {t('shortcuts.label')}
        <span aria-hidden="true" className={on ? 'text-success' : 'text-ink-soft'}>
          {t(on ? 'shortcuts.on' : 'shortcuts.off')}
        </span>
      </Button>
    </section>
  );
}
