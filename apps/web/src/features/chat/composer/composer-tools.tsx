import type { Language } from '@dragoman/domain/languages';
import { Languages, Mic } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';

interface ComposerToolsProps {
  /** Language that messages are translated into; null when they are not. */
  target: Language | null;
  translationOn: boolean;
  onTranslationOn: (on: boolean) => void;
  /** Starts a voice message; null without a transcription engine. */
  onRecord: (() => void) | null;
}

const tool =
  'inline-flex min-h-(--target) min-w-(--target) shrink-0 items-center justify-center rounded-full transition-colors duration-150 hover:bg-sunken';

/**
 * The translation toggle and the microphone, beside the field. What is written does not re-render
 * them.
 */
export const ComposerTools = memo(function ComposerTools(props: ComposerToolsProps) {
  const { target, translationOn, onTranslationOn, onRecord } = props;
  const { t } = useTranslation();
  const state = t(translationOn ? 'chat.translationOn' : 'chat.translationOff');
  return (
    <>
      <Tooltip text={state}>
        <button
          type="button"
          aria-pressed={translationOn}
          // Keeps the phone's keyboard open, as sending does.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTranslationOn(!translationOn)}
          className={cn(
            tool,
            // Over the empty margin of the field's edge, on the narrowest phones.
            'max-[22.5rem]:-ms-1.5 flex-col font-semibold text-xs leading-none',
            translationOn ? 'text-primary' : 'text-ink-soft',
          )}
        >
          <Languages aria-hidden="true" className="size-5" />
          <span className="sr-only">{state} </span>
          <TargetMark target={target} translationOn={translationOn} />
        </button>
      </Tooltip>
      {/* Text in the field gets its room on a phone. */}
      <span className="inline-flex max-[30rem]:group-data-writing/composer:hidden">
        {onRecord ? <RecordButton onRecord={onRecord} /> : <MicrophoneToCome />}
      </span>
    </>
  );
});

/** As each script writes itself in the least room. */
const MARKS: Record<Language, string> = { en: 'EN', zh: '中', ar: 'ع' };

function TargetMark({ target, translationOn }: Pick<ComposerToolsProps, 'target' | 'translationOn'>) {
  const { t } = useTranslation();
  if (!translationOn) return <span>{t('chat.off')}</span>;
  if (!target) return <span className="sr-only">{t('chat.sameLanguage')}</span>;
  return (
    <span lang={target} className="leading-none">
      {MARKS[target]}
    </span>
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
        className={cn(tool, 'text-primary')}
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
      <span tabIndex={0} className="inline-flex rounded-full">
        <button
          type="button"
          disabled
          aria-label={t('chat.voiceSoon')}
          className={cn(tool, 'text-ink-soft disabled:cursor-not-allowed disabled:opacity-60')}
        >
          <Mic aria-hidden="true" className="size-5" />
        </button>
      </span>
    </Tooltip>
  );
}
