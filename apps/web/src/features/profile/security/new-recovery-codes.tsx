import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { copyText } from '@/shared/browser/copy-text.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { Button } from '@/shared/ui/button.tsx';

/** Recovery codes, shown this once: to be copied, saved, or written down. */
export function NewRecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const { brand } = useBackend().config;
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${t('security.codesFile', { product: brand.name })}\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <ul
        aria-label={t('security.recoveryCodes')}
        dir="ltr"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14ch),1fr))] gap-x-6 gap-y-1.5 rounded-card border p-3 text-center font-mono text-base tabular-nums *:whitespace-nowrap"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button variant="secondary" onClick={() => void copyText(codes.join('\n')).then(setCopied)}>
          <Copy aria-hidden="true" className="size-4.5" />
          {t('security.copyCodes')}
        </Button>
        <Button variant="secondary" onClick={() => downloadFile('recovery-codes.txt', text)}>
          <Download aria-hidden="true" className="size-4.5" />
          {t('security.downloadCodes')}
        </Button>
      </div>
      <p role="status" className="text-ink-soft text-xs empty:hidden">
        {copied !== null && t(copied ? 'security.copied' : 'security.copyFailed')}
      </p>
      <Button size="lg" onClick={onDone}>
        {t('security.codesSaved')}
      </Button>
    </div>
  );
}
