import { FACT_KINDS, type FactKind } from '@dragoman/domain/key-facts/fact';
import { gatherFacts, type KeyFact } from '@dragoman/domain/key-facts/key-facts';
import { isLanguage } from '@dragoman/domain/languages';
import { CalendarDays, ContactRound, Copy, type LucideIcon, Package, SearchX, Tag } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '@/shared/browser/copy-text.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';
import { useOlderMessages } from '../sync/use-older-messages.ts';

interface KeyFactsProps {
  chatId: string;
  /** The loaded messages of the chat, oldest first. */
  messages: readonly ChatMessage[];
  /** Whether the server has older ones. */
  hasOlder: boolean;
  onShow: (messageId: string) => void;
}

/** The number of a long chat's messages that are read by default; the user can request more. */
const READ_AHEAD = 1_000;

const ICONS: Record<FactKind, LucideIcon> = {
  price: Tag,
  quantity: Package,
  date: CalendarDays,
  contact: ContactRound,
};

/**
 * Prices, quantities, dates and contacts of a chat, found by rules: they are there without a
 * network. Each leads to its message.
 */
export function KeyFacts({ chatId, messages, hasOlder, onShow }: KeyFactsProps) {
  const { t, i18n } = useTranslation();
  const reader = isLanguage(i18n.language) ? i18n.language : 'en';
  const facts = useMemo(
    () =>
      gatherFacts(
        messages.map((message) => ({ id: message.id, words: textOf(message) })),
        reader,
      ),
    [messages, reader],
  );
  const { state, load } = useOlderMessages(chatId);
  const isReading = hasOlder && state !== 'failed' && messages.length < READ_AHEAD;
  useEffect(() => {
    if (isReading && state === 'idle') load();
  }, [isReading, state, load]);
  const found = FACT_KINDS.filter((kind) => facts[kind].length > 0);

  async function copy() {
    const sections = found.map((kind) =>
      [t(`facts.kind.${kind}`), ...facts[kind].map(({ text }) => `- ${text}`)].join('\n'),
    );
    if (await copyText(sections.join('\n\n'))) toast.success(t('facts.copied'));
    else toast.error(t('common.error'), { description: t('facts.copyFailed') });
  }

  return (
    <div className="space-y-6">
      <p className="text-ink-soft text-sm">{t('facts.text')}</p>
      {found.length === 0 && !isReading && (
        <EmptyState icon={SearchX} title={t('facts.none')} text={t('facts.noneText')} />
      )}
      {found.map((kind) => (
        <FactGroup key={kind} kind={kind} facts={facts[kind]} onShow={onShow} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {found.length > 0 && (
          <Button variant="secondary" onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" />
            {t('facts.copy')}
          </Button>
        )}
        {hasOlder && !isReading && (
          <Button variant="ghost" busy={state === 'loading'} onClick={load}>
            {t('facts.earlier')}
          </Button>
        )}
        <p role="status" className="text-ink-soft text-sm">
          {isReading ? t('facts.reading') : hasOlder && t('facts.partly', { count: messages.length })}
        </p>
      </div>
    </div>
  );
}

interface FactGroupProps {
  kind: FactKind;
  facts: readonly KeyFact[];
  onShow: (messageId: string) => void;
}

function FactGroup({ kind, facts, onShow }: FactGroupProps) {
  const { t } = useTranslation();
  const Icon = ICONS[kind];
  return (
    <section aria-labelledby={`facts-${kind}`}>
      <h3 id={`facts-${kind}`} className="flex items-center gap-2 font-semibold text-sm">
        <Icon aria-hidden="true" className="size-4.5 text-primary" />
        {t(`facts.kind.${kind}`)}
      </h3>
      <ul className="mt-2 divide-y divide-line overflow-hidden rounded-card border border-line">
        {facts.map((fact) => (
          <li key={fact.key}>
            <FactButton fact={fact} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FactButton({ fact, onShow }: { fact: KeyFact; onShow: (messageId: string) => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={() => onShow(fact.messageId)}
      className="block min-h-11 w-full px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="flex items-baseline justify-between gap-3">
        <bdi className="wrap-anywhere min-w-0 font-semibold">{fact.text}</bdi>
        {fact.mentions > 1 && (
          <span className="shrink-0 text-ink-soft text-xs">
            {t('facts.mentions', { count: fact.mentions })}
          </span>
        )}
      </span>
      <span dir="auto" className="wrap-anywhere block text-ink-soft text-sm">
        {fact.before}
        <mark className="rounded-xs bg-translated text-ink">{fact.written ?? fact.text}</mark>
        {fact.after}
      </span>
      <span className="sr-only"> {t('facts.show')}</span>
    </button>
  );
}
