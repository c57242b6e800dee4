import { LANGUAGE_NAMES, type Language } from '@dragoman/domain/languages';
import { PRICING_PATH } from '@dragoman/domain/routes';
import { Languages, Mic, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/tooltip.tsx';
import { QuickPhrases } from './quick-phrases.tsx';

interface ComposerToolsProps {
  ownLanguage: Language;
  /** Gets a quick phrase in the writer's language. */
  onPhrase: (text: string) => void;
  /** Language that messages are translated into; null when they are not. */
  target: Language | null;
  translationOn: boolean;
  onTranslationOn: (on: boolean) => void;
  /** Starts a voice message; null without a transcription engine. */
  onRecord: (() => void) | null;
}

const tool =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 font-semibold text-xs transition-colors duration-150 hover:bg-sunken';

/** The translation toggle, the quick phrases, the microphone, and the way to Pro. */
export function ComposerTools({
  ownLanguage,
  onPhrase,
  target,
  translationOn,
  onTranslationOn,
  onRecord,
}: ComposerToolsProps) {
  const { t } = useTranslation();
  const state = t(translationOn ? 'chat.translationOn' : 'chat.translationOff');
  return (
    <>
      <Tooltip text={state}>
        <button
          type="button"
          aria-pressed={translationOn}
          onClick={() => onTranslationOn(!translationOn)}
          className={cn(tool, translationOn ? 'text-primary' : 'text-ink-soft')}
        >
          <Languages aria-hidden="true" className="size-5" />
          <span className="sr-only">{state} </span>
          <TargetNote target={target} translationOn={translationOn} />
        </button>
      </Tooltip>
      <QuickPhrases
        language={ownLanguage}
        target={target}
        onChoose={onPhrase}
        className={cn(tool, 'w-11 justify-center text-ink-soft')}
      />
      {onRecord ? <RecordButton onRecord={onRecord} /> : <MicrophoneToCome />}
      <Tooltip text={t('chat.proHint')}>
        <Link to={PRICING_PATH} className={cn(tool, 'min-w-11 justify-center text-warning')}>
          <Sparkles aria-hidden="true" className="size-4.5" />
          {/* Next to five tools there is room for the icon only. */}
          <span className="max-[22.5rem]:sr-only">{t('chat.pro')}</span>
        </Link>
      </Tooltip>
    </>
  );
}

function RecordButton({ onRecord }: { onRecord: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('chat.voice.record')}>
      <button
        type="button"
        data-record
        aria-label={t('chat.voice.record')}
        onClick={onRecord}
        className={cn(tool, 'w-11 justify-center text-primary')}
      >
        <Mic aria-hidden="true" className="size-5" />
      </button>
    </Tooltip>
  );
}

function MicrophoneToCome() {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('chat.voiceSoon')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a disabled button takes no focus, and its tooltip should. */}
      <span tabIndex={0} className="rounded-control">
        <button
          type="button"
          disabled
          aria-label={t('chat.voiceSoon')}
          className={cn(
            tool,
            'w-11 justify-center text-ink-soft disabled:cursor-not-allowed disabled:opacity-60',
          )}
        >
          <Mic aria-hidden="true" className="size-5" />
        </button>
      </span>
    </Tooltip>
  );
}

function TargetNote({ target, translationOn }: Pick<ComposerToolsProps, 'target' | 'translationOn'>) {
  const { t } = useTranslation();
  if (!translationOn) return <span>{t('chat.off')}</span>;
  if (!target) return <span>{t('chat.sameLanguage')}</span>;
  return <span lang={target}>{LANGUAGE_NAMES[target]}</span>;
}
