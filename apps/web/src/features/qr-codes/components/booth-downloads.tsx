import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@dragoman/domain/languages';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoothCode, Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { type FileFormat, type FileSize, makeBoothFile } from '../api/booth-files.ts';
import { useOfferFile } from './use-offer-file.tsx';

const SIZES: readonly FileSize[] = ['a4', 'a5', 'badge', 'code'];
/** A document of the code alone would be nothing that one prints. */
const FORMATS: Record<FileSize, readonly FileFormat[]> = {
  a4: ['pdf', 'png', 'svg'],
  a5: ['pdf', 'png', 'svg'],
  badge: ['pdf', 'png', 'svg'],
  code: ['png', 'svg'],
};

interface BoothDownloadsProps {
  code: BoothCode;
  logo: Blob | null;
  vendor: Profile;
  /** Whether the shown code is saved and a scanner has read it back. */
  ready: boolean;
}

/** Posters and the code itself, as files for the printer. */
export function BoothDownloads({ code, logo, vendor, ready }: BoothDownloadsProps) {
  const { t, i18n } = useTranslation();
  const { brand } = useBackend().config;
  const [size, setSize] = useState<FileSize>('a4');
  const [language, setLanguage] = useState<Language>(isLanguage(i18n.language) ? i18n.language : 'en');
  const [making, setMaking] = useState<FileFormat | null>(null);

  const { offer, dialog } = useOfferFile();

  async function download(format: FileFormat) {
    setMaking(format);
    try {
      const parts = { code, logo, vendor, brand: brand.name };
      const { name, file } = await makeBoothFile(parts, { format, size, language });
      await offer(name, file);
    } catch (error) {
      console.error('Making the file of a booth code failed', error);
      toast.error(t('common.error'), { description: t('qr.downloadFailed') });
    } finally {
      setMaking(null);
    }
  }

  return (
    <section aria-labelledby="booth-print" className="mt-6 border-line border-t pt-5">
      <h3 id="booth-print" className="mb-3 font-semibold">
        {t('boothCodes.print')}
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('boothCodes.size')}>
          {(control) => (
            <Select {...control} value={size} onChange={({ target }) => setSize(target.value as FileSize)}>
              {SIZES.map((one) => (
                <option key={one} value={one}>
                  {t(`boothCodes.sizes.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {size !== 'code' && (
          <Field label={t('boothCodes.language')}>
            {(control) => (
              <Select
                {...control}
                value={language}
                onChange={({ target }) => setLanguage(target.value as Language)}
              >
                {LANGUAGES.map((one) => (
                  <option key={one} value={one}>
                    {LANGUAGE_NAMES[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2 *:flex-1 *:basis-28">
        {FORMATS[size].map((format) => (
          <Button
            key={format}
            variant="secondary"
            className="xs:whitespace-nowrap"
            disabled={!ready}
            busy={making === format}
            onClick={() => void download(format)}
          >
            {making !== format && <FileDown aria-hidden="true" className="size-4.5" />}
            {t(`boothCodes.formats.${format}`)}
          </Button>
        ))}
      </div>
      {!ready && <p className="mt-2 text-ink-soft text-xs">{t('boothCodes.saveFirst')}</p>}
      {dialog}
    </section>
  );
}
