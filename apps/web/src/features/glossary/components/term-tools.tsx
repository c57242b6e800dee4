import { CSV_MEDIA_TYPE } from '@dragoman/domain/csv';
import { safeFileName } from '@dragoman/domain/file-name';
import { MAX_TERMS } from '@dragoman/domain/glossary/term';
import { Download, Plus, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { GlossaryRow } from '@/shared/api/database-types.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { offerReload } from '@/shared/toast/offer-reload.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useImportTerms } from '../api/terms.ts';

interface TermToolsProps {
  ownerId: string;
  /** Undefined until they are known. */
  terms: readonly GlossaryRow[] | undefined;
  onAdd: () => void;
}

/** Far above any list of 500 terms; a picture or a film is not read. */
const MAX_FILE_BYTES = 1_000_000;

/** The name of the format in spreadsheet programs, in every language. */
const NEEDED_FORMAT = { encoding: 'UTF-8', program: 'Excel', format: 'CSV UTF-8' };

/** Adding a term, and whole lists in and out. */
export function TermTools({ ownerId, terms, onAdd }: TermToolsProps) {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const load = useImportTerms(ownerId);

  async function importFile(chosen: File) {
    const fail = (description: string) => toast.error(t('common.error'), { description });
    try {
      const { decodedTable, termsFromCsv } = await import('../model/term-csv.ts');
      const isSmall = chosen.size <= MAX_FILE_BYTES;
      const text = isSmall ? decodedTable(new Uint8Array(await chosen.arrayBuffer())) : '';
      if (text === null) return fail(t('terms.notUtf8', NEEDED_FORMAT));
      const read = termsFromCsv(text);
      if (!read || read.terms.length === 0) return fail(t('terms.notAList', { column: 'term' }));
      if (read.badLines.length > 0) {
        return fail(
          t('terms.badLines', { count: read.badLines.length, lines: read.badLines.slice(0, 8).join(', ') }),
        );
      }
      if (read.terms.length > MAX_TERMS) return fail(t('terms.full'));
      const { added, changed } = await load.mutateAsync(read.terms);
      toast.success(t('terms.imported'), { description: t('terms.importedText', { added, changed }) });
    } catch (error) {
      fail(t((error as { code?: string }).code === 'PT409' ? 'terms.full' : 'terms.importFailed'));
    }
  }

  async function exportFile(rows: readonly GlossaryRow[]) {
    const table = await import('../model/term-csv.ts').catch(() => null);
    if (!table) return offerReload();
    const name = `${safeFileName(t('terms.title'), 'glossary')}.csv`;
    downloadFile(name, table.termsAsCsv(rows), CSV_MEDIA_TYPE);
  }

  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Button onClick={onAdd} className="max-sm:w-full xl:w-full">
        <Plus aria-hidden="true" className="size-4.5" />
        {t('terms.add')}
      </Button>
      <Button
        variant="secondary"
        className="flex-1 sm:max-xl:flex-none"
        busy={load.isPending}
        onClick={() => file.current?.click()}
      >
        <Upload aria-hidden="true" className="size-4.5" />
        {t('terms.import')}
      </Button>
      <Button
        variant="secondary"
        className="flex-1 sm:max-xl:flex-none"
        disabled={!terms || terms.length === 0}
        onClick={() => terms && void exportFile(terms)}
      >
        <Download aria-hidden="true" className="size-4.5" />
        {t('cardBox.exportCsv')}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // The same file can be chosen again once it is corrected.
          event.target.value = '';
          if (chosen) void importFile(chosen);
        }}
      />
    </div>
  );
}
