import type { Language } from '@dragoman/domain/languages';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '@/shared/i18n/language-name.ts';
import { toast } from '@/shared/toast/toast.ts';
import { readAloud } from './browser-read-aloud.ts';
import { silencePlayers } from './use-player.ts';

/** The part of a message that is read aloud. */
export type ListenPart = 'original' | 'translation';

/** @returns the name of a text while it is read, as in `readAloud.state` */
export function listenKey(messageId: string, part: ListenPart): string {
  return `${messageId} ${part}`;
}

/**
 * @returns a function that reads a text aloud, or stops when that text is being read. A toast
 * explains missing sound.
 */
export function useListen(): (key: string, text: string, language: Language) => Promise<void> {
  const { t, i18n } = useTranslation();
  return async (key, text, language) => {
    if (readAloud.state.get().reading === key) return readAloud.stop();
    silencePlayers();
    const outcome = await readAloud.read(key, text, language);
    if (outcome !== 'no-voice' && outcome !== 'failed') return;
    toast.error(t('common.error'), {
      id: 'listen',
      description:
        outcome === 'failed'
          ? t('chat.listen.failed')
          : t('chat.listen.noVoice', { language: languageName(language, i18n.language) }),
    });
  };
}

/** Stops reading aloud when the component or the page goes. */
export function useSilenceOnLeave(): void {
  useEffect(() => {
    window.addEventListener('pagehide', readAloud.stop);
    return () => {
      window.removeEventListener('pagehide', readAloud.stop);
      readAloud.stop();
    };
  }, []);
}
