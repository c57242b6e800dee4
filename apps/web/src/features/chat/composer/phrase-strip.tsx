import { type Language, textDirection } from '@dragoman/domain/languages';
import { FREQUENT_PHRASES } from '@dragoman/domain/phrasebook/frequent-phrases';
import { PRICING_PATH } from '@dragoman/domain/routes';
import { BookOpenText, Sparkles } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';

interface PhraseStripProps {
  language: Language;
  role: 'vendor' | 'visitor';
  /** Gets a phrase in the writer's language. */
  onPhrase: (text: string) => void;
  /** Opens all quick phrases. */
  onAll: () => void;
  className?: string;
}

const item =
  'relative inline-flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-3 text-sm transition-colors duration-150 after:absolute after:inset-x-0 after:-inset-y-1.5';

/** An end of the strip, which stays where it is while the phrases pass below it. */
const end = 'sticky z-1 flex h-full shrink-0 items-center bg-surface';

/**
 * What is said most, one tap each, and the ways to all phrases and to Pro. For the keyboard it is
 * one stop, with the arrow keys within. It comes after the first drawing of the chat, into room
 * that was kept for it; letters do not re-render it.
 */
export const PhraseStrip = memo(function PhraseStrip(props: PhraseStripProps) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? <Strip {...props} /> : <div className={cn('h-11', props.className)} />;
});

function Strip({ language, role, onPhrase, onAll, className }: PhraseStripProps) {
  const { t, i18n } = useTranslation();
  return (
    <Toolbar.Root
      aria-label={t('phrases.frequent')}
      dir={i18n.dir()}
      // A press must not take the focus from the field: the phone's keyboard would go away.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={cn(
        'h-11 items-center gap-1.5 overflow-x-auto overscroll-x-contain [scrollbar-width:none]',
        className,
      )}
    >
      <div className={cn(end, 'start-0 pe-1.5')}>
        <Tooltip text={t('phrases.open')}>
          <Toolbar.Button
            aria-label={t('phrases.open')}
            aria-haspopup="dialog"
            onClick={onAll}
            className={cn(item, 'w-11 justify-center px-0 text-primary hover:bg-sunken')}
          >
            <BookOpenText aria-hidden="true" className="size-5" />
          </Toolbar.Button>
        </Tooltip>
      </div>
      {FREQUENT_PHRASES[role].map((phrase) => (
        <Toolbar.Button
          key={phrase.id}
          lang={language}
          dir={textDirection(language)}
          onClick={() => onPhrase(phrase[language])}
          className={cn(item, 'scroll-mx-16 border border-line-strong/60 bg-paper hover:bg-sunken')}
        >
          {phrase[language]}
        </Toolbar.Button>
      ))}
      <div className={cn(end, 'end-0 ms-auto')}>
        <Tooltip text={t('chat.proHint')}>
          <Toolbar.Link asChild>
            <Link
              to={PRICING_PATH}
              className={cn(
                item,
                'min-w-11 justify-center px-2 font-semibold text-warning text-xs hover:bg-sunken',
              )}
            >
              <Sparkles aria-hidden="true" className="size-4.5" />
              {t('chat.pro')}
            </Link>
          </Toolbar.Link>
        </Tooltip>
      </div>
    </Toolbar.Root>
  );
}
