import { isAudioMessage } from '@dragoman/domain/messages';
import { Copy, Languages, Send, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineRow } from '../model/timeline.ts';
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

/** What can be done with a message, beside its bubble: one menu for the whole list, loaded when it is first asked for. */
export function MessageMenu({ row, anchor, held, folded, actions, onClose }: MessageMenuProps) {
  const { t } = useTranslation();
  const released = useReleased(held);
  const { id, content, translated_content: translated } = row.message;
  const hasTranslation = translated !== null && translated.trim() !== content.trim();
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
          className="z-40 min-w-52 animate-fade rounded-card border border-line bg-surface p-1 shadow-soft"
        >
          {!isAudioMessage(row.message) && (
            <Item icon={Copy} onSelect={() => actions.copy(content)}>
              {t('chat.copyText')}
            </Item>
          )}
          {hasTranslation && (
            <>
              <Item icon={Copy} onSelect={() => actions.copy(translated)}>
                {t('chat.copyTranslation')}
              </Item>
              <Item icon={Languages} onSelect={() => actions.fold(id)}>
                {t(folded ? 'chat.showTranslation' : 'chat.hideTranslation')}
              </Item>
            </>
          )}
          {row.delivery === 'failed' && (
            <>
              <Item icon={Send} onSelect={() => actions.sendAgain(id)}>
                {t('chat.sendAgain')}
              </Item>
              <Item icon={Trash2} onSelect={() => actions.discard(id)}>
                {t('chat.discard')}
              </Item>
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  icon: ComponentType<{ className?: string; 'aria-hidden': 'true' }>;
  onSelect: () => void;
  children: string;
}

function Item({ icon: Icon, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-sunken"
    >
      <Icon aria-hidden="true" className="size-4.5 text-ink-soft" />
      {children}
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
