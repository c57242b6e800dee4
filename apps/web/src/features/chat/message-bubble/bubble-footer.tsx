import type { TFunction } from 'i18next';
import { ChevronDown, Languages, RotateCw } from 'lucide-react';
import type { ComponentType } from 'react';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { cn } from '@/shared/ui/cn.ts';
import { ReactionSigns } from '../acts/reaction-signs.tsx';
import type { Delivery } from '../model/outbox-entry.ts';
import type { MessageReaction } from '../model/reactions.ts';
import { providerLabel } from '../translation/provider-text.ts';
import { BROWSER_PROVIDER } from '../translation/viewer-translation.ts';
import { ListenButton } from '../voice/listen-button.tsx';
import type { BubbleText } from './bubble-texts.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { formatTime } from './format-time.ts';

/** A text of {@link BubbleNote} with its action. */
interface NoteAction {
  text: string;
  icon: 'again' | 'here';
  onPress: () => void;
}

/** What the small line of a bubble says about its translation. */
export type BubbleNote =
  | { kind: 'translated'; provider: string | null; byPhrasebook: boolean }
  | { kind: 'translating' }
  | { kind: 'untranslated'; text: string; action: NoteAction | null };

interface BubbleFooterProps {
  t: TFunction;
  /** Of the interface. */
  language: string;
  messageId: string;
  /** What its viewer can read, and hear; null for a message without words. */
  text: BubbleText | null;
  /** It shares the last line of the text where there is room. */
  isPlain: boolean;
  note: BubbleNote | null;
  /** It was said face to face, and the vendor's phone wrote it down. */
  said: boolean;
  /** The other language is hidden. */
  folded: boolean;
  otherId: string;
  onFold: () => void;
  sentAt: string;
  /** Otherwise the time is for screen readers. */
  showsTime: boolean;
  /** The state of the viewer's own message; null for others. */
  delivery: Delivery['kind'] | null;
  reactions: readonly MessageReaction[] | undefined;
  viewerId: string;
  /** The other person's name. */
  otherName: string;
}

/** The one small line of a bubble: who translated it, when it was sent, and whether it has come. */
export function BubbleFooter(props: BubbleFooterProps) {
  const { messageId, text, isPlain, note, said, sentAt, showsTime, delivery, reactions, ...fold } = props;
  const { t, language } = props;
  return (
    <div
      className={cn(
        'flex min-w-0 flex-wrap items-center gap-x-2 text-ink-soft text-xs leading-[calc(var(--leading-xs)-0.1)]',
        isPlain ? 'ms-auto self-end' : 'self-stretch',
      )}
    >
      {said && <p className="basis-full">{t('chat.saidFaceToFace')}</p>}
      {text && <ListenButton messageId={messageId} {...text} />}
      {note && <Note note={note} {...fold} />}
      {reactions?.some(({ reaction }) => reaction) && (
        <ReactionSigns reactions={reactions} viewerId={props.viewerId} otherName={props.otherName} />
      )}
      <p className="ms-auto flex items-center gap-1 tabular-nums">
        <time
          dir="auto"
          dateTime={sentAt}
          title={formatDateTime(sentAt, language)}
          className={cn(!showsTime && 'sr-only')}
        >
          {formatTime(sentAt, language)}
        </time>
        {delivery && <DeliveryStatus t={t} delivery={delivery} sentAt={sentAt} />}
      </p>
    </div>
  );
}

type NoteProps = Pick<BubbleFooterProps, 't' | 'folded' | 'otherId' | 'onFold'> & { note: BubbleNote };

/** A finger may miss its words by a little. */
const target = 'relative z-1 after:absolute after:-inset-x-2 after:-inset-y-3.5';

function Note({ t, note, folded, otherId, onFold }: NoteProps) {
  switch (note.kind) {
    case 'translating':
      return <p className="animate-pulse-soft">{t('chat.translating')}</p>;
    case 'untranslated':
      return (
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          {note.text}
          {note.action && <NoteButton {...note.action} />}
        </p>
      );
    case 'translated': {
      const by = note.byPhrasebook ? null : providerLabel(t, note.provider);
      return (
        <button
          type="button"
          // The menu of the message does the same, and the list is one stop of the keyboard.
          tabIndex={-1}
          aria-expanded={!folded}
          aria-controls={otherId}
          onClick={onFold}
          className={cn(target, 'flex min-w-0 items-center gap-1 text-start')}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span>{t(labelOf(note))}</span>
            {by && (
              <>
                {' · '}
                <bdi>{by}</bdi>
              </>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cn(
              'size-3.5 shrink-0 transition-transform duration-150',
              folded && '-rotate-90 rtl:rotate-90',
            )}
          />
        </button>
      );
    }
  }
}

const ICONS: Record<NoteAction['icon'], ComponentType<{ className?: string; 'aria-hidden': 'true' }>> = {
  again: RotateCw,
  here: Languages,
};

function NoteButton({ text, icon, onPress }: NoteAction) {
  const Icon = ICONS[icon];
  return (
    <button
      type="button"
      onClick={onPress}
      className={cn(target, 'inline-flex items-center gap-1 font-semibold text-primary')}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {text}
    </button>
  );
}

function labelOf({ provider, byPhrasebook }: Extract<BubbleNote, { kind: 'translated' }>) {
  if (byPhrasebook) return 'phrases.byPhrasebook';
  return provider === BROWSER_PROVIDER ? 'chat.reader.byBrowser' : 'chat.translated';
}
