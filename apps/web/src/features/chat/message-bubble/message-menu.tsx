import type { Language } from '@dragoman/domain/languages';
import { CircleStop, Copy, Languages, Send, Trash2, Volume2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { useReadable } from '../model/use-readable.ts';
import { readAloud } from '../voice/browser-read-aloud.ts';
import { type ListenPart, listenKey, useListen } from '../voice/use-listen.ts';
import { copyableText, type MessageOption, messageOptions, readableText } from './message-options.ts';
import type { BubbleActions } from './use-bubble-actions.ts';

interface MessageMenuProps {
  row: TimelineRow;
  /** The bubble, in the view's own coordinates. */
  anchor: DOMRect;
  /** A finger still lies on the screen: until it is lifted, it must not choose anything. */
  held: boolean;
  folded: boolean;
  actions: BubbleActions;
  /** Called when it closes; the focus goes back to the message. */
  onClose: () => void;
}

/**
 * The actions of a message, beside its bubble: one menu for the whole list, loaded on first use.
 */
export function MessageMenu({ row, anchor, held, folded, actions, onClose }: MessageMenuProps) {
  const { t } = useTranslation();
  const released = useReleased(held);
  const origin = useBackend().config.supabaseUrl;
  const { id, translated_content: translated, source_language, target_language } = row.message;
  const listen = useListen();
  const { reading, languages } = useReadable(readAloud.state);

  function listenItem(part: ListenPart, label: string, text: string | null, language: Language | null) {
    const key = listenKey(id, part);
    const isReading = reading === key;
    return {
      icon: isReading ? CircleStop : Volume2,
      text: isReading ? t('chat.listen.stop') : label,
      onSelect: () => text && language && void listen(key, text, language),
    };
  }

  const items: Record<MessageOption, ItemProps> = {
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
      text: t(folded ? 'chat.showTranslation' : 'chat.hideTranslation'),
      onSelect: () => actions.fold(id),
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
    'send-again': { icon: Send, text: t('chat.sendAgain'), onSelect: () => actions.sendAgain(id) },
    discard: { icon: Trash2, text: t('chat.discard'), onSelect: () => actions.discard(id) },
  };
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ top: anchor.top, left: anchor.left, width: anchor.width, height: anchor.height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={t('chat.messageOptions')}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
          style={released ? undefined : { pointerEvents: 'none' }}
          // Closes without an animation, as with tooltips (shared/ui/tip.tsx).
          className="z-40 min-w-52 animate-fade rounded-card border border-line bg-surface p-1 shadow-soft data-[state=closed]:animate-none"
        >
          {messageOptions(row, origin, languages).map((option) => (
            <Item key={option} {...items[option]} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  icon: ComponentType<{ className?: string; 'aria-hidden': 'true' }>;
  text: string;
  onSelect: () => void;
}

function Item({ icon: Icon, text, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-sunken"
    >
      <Icon aria-hidden="true" className="size-4.5 text-ink-soft" />
      {text}
    </DropdownMenu.Item>
  );
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
