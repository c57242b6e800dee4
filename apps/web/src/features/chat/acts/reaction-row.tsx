import { REACTION_SIGNS, REACTIONS, type Reaction } from '@dragoman/domain/message-acts';
import { DropdownMenu } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface ReactionRowProps {
  /** The viewer's present sign; null without one. */
  own: Reaction | null;
  /** Null takes the sign back. */
  onReact: (reaction: Reaction | null) => void;
}

/** The six signs at the top of a message's menu; the one that is there is taken back by pressing it. */
export function ReactionRow({ own, onReact }: ReactionRowProps) {
  const { t, i18n } = useTranslation();

  // The menu goes up and down by itself; the signs are side by side.
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const isForward = (event.key === 'ArrowRight') === (i18n.dir() === 'ltr');
    const { activeElement } = document;
    const next = isForward ? activeElement?.nextElementSibling : activeElement?.previousElementSibling;
    if (next instanceof HTMLElement) next.focus();
    event.preventDefault();
  }

  return (
    <DropdownMenu.RadioGroup
      aria-label={t('chat.acts.react')}
      value={own ?? ''}
      onValueChange={(value) => onReact(value === own ? null : (value as Reaction))}
      onKeyDown={onKeyDown}
      className="flex justify-between border-line border-b pb-1"
    >
      {REACTIONS.map((reaction) => (
        <DropdownMenu.RadioItem
          key={reaction}
          value={reaction}
          aria-label={t(`chat.acts.signs.${reaction}`)}
          className="grid size-(--target) cursor-pointer place-items-center rounded-full text-xl outline-none data-[state=checked]:bg-primary/15 data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:outline-primary"
        >
          <span aria-hidden="true">{REACTION_SIGNS[reaction]}</span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
