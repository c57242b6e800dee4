import type { Language } from '@dragoman/domain/languages';
import {
  CircleStop,
  Copy,
  CornerUpLeft,
  Flag,
  Languages,
  Quote,
  RotateCw,
  Rows2,
  Send,
  Trash2,
  Volume2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { cn } from '@/shared/ui/cn.ts';
import { MenuContent, menuItem } from '@/shared/ui/overlay/menu-content.tsx';
import { ReactionRow } from '../acts/reaction-row.tsx';
import type { MessageActs } from '../acts/use-message-acts.ts';
import { type MessageReaction, reactionOf } from '../model/reactions.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { useStore } from '../model/use-store.ts';
import { providerText } from '../translation/provider-text.ts';
import { readAloud } from '../voice/browser-read-aloud.ts';
import { type ListenPart, listenKey, useListen } from '../voice/use-listen.ts';
import { bubbleTexts } from './bubble-texts.ts';
import {
  copyableText,
  isTranslated,
  type MessageOption,
  type MessageRights,
  messageOptions,
  readableText,
} from './message-options.ts';
import type { BubbleActions } from './use-bubble-actions.ts';

interface MessageMenuProps {
  row: TimelineRow;
  /** The bubble, in the view's own coordinates. */
  anchor: DOMRect;
  /** A finger still lies on the screen: until it is lifted, it must not choose anything. */
  held: boolean;
  /** The viewer wrote the message. */
  own: boolean;
  viewerLanguage: Language;
  /** The message shows one language alone. */
  folded: boolean;
  /** Messages show one language alone unless the viewer chose otherwise. */
  isOneLanguage: boolean;
  onOneLanguage: (on: boolean) => void;
  actions: BubbleActions;
  rights: MessageRights;
  /** Both people may see each other's reactions. */
  canReact: boolean;
  reactions: readonly MessageReaction[] | undefined;
  acts: MessageActs;
  onReply: (id: string) => void;
  onReport: (message: TimelineRow['message']) => void;
  /** Called when it closes; the focus goes back to the message. */
  onClose: () => void;
}

/**
 * The actions of a message, beside its bubble: one menu for the whole list, loaded on first use.
 */
export function MessageMenu(props: MessageMenuProps) {
  const { row, anchor, held, folded, actions, rights, acts, onReply, onReport, onClose, ...viewer } = props;
  const { t, i18n } = useTranslation();
  const released = useReleased(held);
  useCloseOnResize(onClose);
  const origin = useBackend().config.supabaseUrl;
  const { id, translated_content: translated, source_language, target_language } = row.message;
  const listen = useListen();
  const { reading, languages } = useStore(readAloud.state);

  function listenItem(part: ListenPart, label: string, text: string | null, language: Language | null) {
    const key = listenKey(id, part);
    const isReading = reading === key;
    return {
      icon: isReading ? CircleStop : Volume2,
      text: isReading ? t('chat.listen.stop') : label,
      onSelect: () => text && language && void listen(key, text, language),
    };
  }

  function foldText(): string {
    const texts = bubbleTexts(row.message, { own: viewer.own, language: viewer.viewerLanguage });
    if (texts?.other?.part === 'original') return t(folded ? 'chat.showOriginal' : 'chat.hideOriginal');
    return t(folded ? 'chat.showTranslation' : 'chat.hideTranslation');
  }

  const items: Record<MessageOption, ItemProps> = {
    reply: { icon: CornerUpLeft, mirrored: true, text: t('chat.acts.reply'), onSelect: () => onReply(id) },
    'show-quoted': {
      icon: Quote,
      text: t('chat.acts.showQuoted'),
      onSelect: () => actions.showQuoted(row.message.reply_to ?? ''),
    },
    copy: {
      icon: Copy,
      text: t('chat.copyText'),
      onSelect: () => actions.copy(copyableText(row.message, origin) ?? ''),
    },
    'copy-translation': {
      icon: Copy,
      text: t('chat.copyTranslation'),
      onSelect: () => actions.copy(translated ?? ''),
    },
    fold: {
      icon: Languages,
      text: foldText(),
      onSelect: () => actions.fold(id),
    },
    'one-language': {
      icon: Rows2,
      text: t(viewer.isOneLanguage ? 'chat.bothLanguages' : 'chat.oneLanguage'),
      onSelect: () => viewer.onOneLanguage(!viewer.isOneLanguage),
    },
    listen: listenItem(
      'original',
      t('chat.listen.original'),
      readableText(row.message, origin),
      source_language,
    ),
    'listen-translation': listenItem(
      'translation',
      t('chat.listen.translation'),
      translated,
      target_language,
    ),
    'translate-other': {
      icon: RotateCw,
      text: t('chat.acts.translateOther'),
      onSelect: () => acts.translateOther(row.message),
    },
    'report-translation': {
      icon: Flag,
      text: t('chat.acts.report'),
      onSelect: () => onReport(row.message),
    },
    hide: { icon: Trash2, text: t('chat.acts.delete'), onSelect: () => acts.hide(row.message) },
    'send-again': { icon: Send, text: t('chat.sendAgain'), onSelect: () => actions.sendAgain(id) },
    discard: { icon: Trash2, text: t('chat.discard'), onSelect: () => actions.discard(id) },
  };
  return (
    <DropdownMenu.Root open dir={i18n.dir()} modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ top: anchor.top, left: anchor.left, width: anchor.width, height: anchor.height }}
        />
      </DropdownMenu.Trigger>
      <MenuContent
        aria-label={t('chat.messageOptions')}
        sideOffset={6}
        style={released ? undefined : { pointerEvents: 'none' }}
      >
        <DropdownMenu.Label className="px-3 pt-1.5 pb-1 text-ink-soft text-xs">
          {formatDateTime(row.message.created_at, i18n.language)}
          {isTranslated(row.message) && (
            <span className="block">{providerText(t, row.message.translation_engine)}</span>
          )}
        </DropdownMenu.Label>
        {viewer.canReact && row.delivery === 'sent' && (
          <ReactionRow
            own={reactionOf(viewer.reactions, rights.viewerId)}
            onReact={(reaction) => acts.react(id, reaction)}
          />
        )}
        {messageOptions(row, origin, rights, languages).map((option) => (
          <Item key={option} {...items[option]} />
        ))}
      </MenuContent>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  icon: ComponentType<{ className?: string; 'aria-hidden': 'true' }>;
  /** The icon has a direction, which is the other one from right to left. */
  mirrored?: boolean;
  text: string;
  onSelect: () => void;
}

function Item({ icon: Icon, mirrored, text, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={menuItem}>
      <Icon aria-hidden="true" className={cn('size-4.5 text-ink-soft', mirrored && 'flip-rtl')} />
      {text}
    </DropdownMenu.Item>
  );
}

/** When a window is resized or a phone turned, the bubble moves away from its menu. */
function useCloseOnResize(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { innerWidth: width } = window;
    const onResize = () => {
      // The keyboard of a phone, which goes when the menu opens, changes the height alone.
      const isKeyboard = window.innerWidth === width && window.matchMedia('(pointer: coarse)').matches;
      if (!isKeyboard) close();
    };
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
}

function useReleased(held: boolean): boolean {
  const [released, setReleased] = useState(!held);
  useEffect(() => {
    if (released) return;
    const release = () => setReleased(true);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [released]);
  return released;
}
