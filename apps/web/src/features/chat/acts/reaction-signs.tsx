import { REACTION_SIGNS } from '@dragoman/domain/message-acts';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import type { MessageReaction } from '../model/reactions.ts';

interface ReactionSignsProps {
  reactions: readonly MessageReaction[];
  viewerId: string;
  /** The other person's name. */
  otherName: string;
}

/** The signs on a message: small, in its last line, so that a new one moves nothing. */
export function ReactionSigns({ reactions, viewerId, otherName }: ReactionSignsProps) {
  const { t } = useTranslation();
  return (
    <ul className="flex gap-1 leading-none">
      {reactions.map(({ profile_id, reaction }) => {
        if (!reaction) return null;
        const own = profile_id === viewerId;
        const sign = t(`chat.acts.signs.${reaction}`);
        const text = own
          ? t('chat.acts.yourSign', { sign })
          : t('chat.acts.signOf', { sign, name: otherName });
        return (
          <li
            key={profile_id}
            title={text}
            className={cn('rounded-full px-1 text-sm', own ? 'bg-primary/15' : 'bg-ink/10')}
          >
            <span aria-hidden="true">{REACTION_SIGNS[reaction]}</span>
            <span className="sr-only">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
