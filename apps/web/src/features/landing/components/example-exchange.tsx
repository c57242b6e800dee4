import type { Language } from '@dragoman/domain/languages';
import { textDirection } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import { Logo } from '@/shared/layout/logo.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';

// Pauses of the example, in milliseconds: long enough to read a bubble before its translation
// arrives.
const TURN = 1500;
const TRANSLATION_AFTER = 700;

const TURNS = [
  { key: 'one', speaker: 'zhName', own: false, language: 'zh', into: 'en' },
  { key: 'two', speaker: 'vendorName', own: true, language: 'en', into: 'zh' },
  { key: 'three', speaker: 'arName', own: false, language: 'ar', into: 'en' },
  { key: 'four', speaker: 'vendorName', own: true, language: 'en', into: 'ar' },
] as const;

/** A conversation in three scripts that plays once: each bubble arrives, then its translation. */
export function ExampleExchange() {
  const { t } = useTranslation();
  return (
    <figure
      aria-label={t('landing.exchange.label')}
      className="relative isolate overflow-hidden rounded-bubble bg-deep p-4 sm:p-6"
    >
      <Logo className="-end-16 -bottom-24 -z-10 absolute size-96 text-white/6" />
      <figcaption className="mb-4 flex items-center gap-3 text-white">
        <Avatar name={t('landing.exchange.vendorName')} className="bg-white/15 text-white" />
        <span>
          <span className="block font-semibold">{t('landing.exchange.vendorName')}</span>
          <span className="block text-sm text-white/80">{t('landing.exchange.booth')}</span>
        </span>
      </figcaption>
      <ol className="grid grid-cols-1 gap-3 [&>:nth-child(3)]:mt-3">
        {TURNS.map((turn, index) => (
          <Turn key={turn.key} turn={turn} delay={300 + index * TURN} />
        ))}
      </ol>
    </figure>
  );
}

function Turn({ turn, delay }: { turn: (typeof TURNS)[number]; delay: number }) {
  const { t } = useTranslation();
  return (
    <li
      style={{ animationDelay: `${delay}ms` }}
      className={cn(
        'wrap-anywhere w-fit max-w-[86%] animate-rise max-xs:max-w-full rounded-bubble px-4 py-3 text-ink',
        turn.own ? 'ms-auto rounded-ee-[6px] bg-bubble-own' : 'rounded-es-[6px] bg-bubble-other',
      )}
    >
      {!turn.own && (
        <p lang={turn.language} dir="auto" className="mb-0.5 text-start font-semibold text-primary text-xs">
          {t(`landing.exchange.${turn.speaker}`)}
        </p>
      )}
      <Words language={turn.language} text={t(`landing.exchange.${turn.key}.text`)} />
      <div
        style={{ animationDelay: `${delay + TRANSLATION_AFTER}ms` }}
        className="mt-2 animate-rise rounded-control bg-translated px-3 py-2 text-translated-ink"
      >
        <p className="text-xs">{t('landing.exchange.translated')}</p>
        <Words language={turn.into} text={t(`landing.exchange.${turn.key}.translation`)} />
      </div>
    </li>
  );
}

function Words({ language, text }: { language: Language; text: string }) {
  return (
    <p lang={language} dir={textDirection(language)} className="text-start">
      {text}
    </p>
  );
}
