import { isTranslationSkipped } from '@dragoman/domain/translation/translation-target';
import { MessagesSquare, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { languageName } from '@/shared/i18n/language-name.ts';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';

interface EmptyChatProps {
  me: Profile;
  counterpart: Profile | null;
  onShare: () => void;
}

/**
 * A chat without messages: it offers to greet the visitor, or to show the code before one has
 * joined.
 */
export function EmptyChat({ me, counterpart, onShare }: EmptyChatProps) {
  const { t, i18n } = useTranslation();
  if (!counterpart) {
    return (
      <Centered>
        <EmptyState icon={QrCode} title={t('chat.waiting')} text={t('chat.emptyWaitingText')}>
          <Button onClick={onShare}>{t('chat.showCode')}</Button>
        </EmptyState>
      </Centered>
    );
  }
  const name = counterpart.name || t('chat.someone');
  const own = languageName(me.language, i18n.language);
  const text = isTranslationSkipped(me.language, counterpart.language)
    ? t('chat.emptySame', { own })
    : t('chat.emptyText', { name, own, other: languageName(counterpart.language, i18n.language) });
  return (
    <Centered>
      <EmptyState icon={MessagesSquare} title={t('chat.emptyTitle', { name })} text={text} />
    </Centered>
  );
}

function Centered({ children }: { children: React.ReactNode }) {
  return <div className="my-auto">{children}</div>;
}
