import { assistantLines } from '@dragoman/domain/assistant/assistant';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '@/shared/browser/copy-text.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';

/**
 * Headings and items of an answer. Addresses in it stay letters: a machine that has read what
 * strangers wrote leads nowhere.
 */
export function AnswerText({ text, language }: { text: string; language: Language }) {
  return (
    <div
      lang={language}
      dir={textDirection(language)}
      className="wrap-anywhere space-y-1.5 rounded-card bg-translated px-4 py-3 text-start"
    >
      {assistantLines(text).map(({ kind, text: line }, i) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are added at the end alone.
          key={i}
          dir="auto"
          className={cn(
            kind === 'heading' && 'pt-2 font-semibold first:pt-0',
            kind === 'item' && "relative ps-4 before:absolute before:start-0 before:content-['–']",
          )}
        >
          {line}
        </p>
      ))}
    </div>
  );
}

/** Copies the answer's text. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  async function copy() {
    if (await copyText(text)) toast.success(t('assistant.copied'));
    else toast.error(t('common.error'), { description: t('assistant.copyFailed') });
  }
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4" />
      {t('assistant.copy')}
    </Button>
  );
}
