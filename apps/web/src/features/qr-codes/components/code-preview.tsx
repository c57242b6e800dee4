import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import type { CodeCheck, useCodeCheck } from './use-code-check.ts';

const TEXTS = {
  checking: 'boothCodes.checking',
  readable: 'boothCodes.readable',
  unreadable: 'boothCodes.unreadable',
  contrast: 'boothCodes.contrast',
  inverted: 'boothCodes.inverted',
  failed: 'boothCodes.checkFailed',
} as const satisfies Record<CodeCheck, string>;

interface CodePreviewProps {
  check: ReturnType<typeof useCodeCheck>;
  label: string;
  /** Whether the shown code is only a draft. */
  sample: boolean;
}

/** The code as it will be printed, and whether phones can read it. */
export function CodePreview({ check: { canvas, state, again }, label, sample }: CodePreviewProps) {
  const { t } = useTranslation();
  const good = state === 'readable';
  const Icon = state === 'checking' ? LoaderCircle : good ? CircleCheck : CircleAlert;
  const tone = state === 'checking' ? 'text-ink-soft' : good ? 'text-success' : 'text-danger';
  return (
    <div className="mx-auto grid w-full max-w-72 content-start gap-3 lg:max-w-none">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('boothCodes.preview', { label })}
        className={`aspect-square w-full rounded-card border border-line bg-white ${sample ? 'opacity-60' : ''}`}
      />
      <p role="status" className={`flex items-start gap-2 text-sm ${tone}`}>
        <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        {t(TEXTS[state])}
      </p>
      {state === 'failed' && (
        <Button variant="secondary" onClick={again}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
