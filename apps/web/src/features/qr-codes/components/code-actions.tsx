import { safeFileName } from '@dragoman/domain/file-name';
import { joinLink } from '@dragoman/domain/join-link';
import { Copy, FileDown, ImageDown, type LucideIcon, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { PrintPoster } from './print-poster.tsx';
import { useCopyJoinLink } from './use-copy-join-link.ts';
import { useOfferFile } from './use-offer-file.tsx';

type FileKind = 'png' | 'svg';

/** Enough of the session's id to tell one printed code from another. */
const ID_CHARACTERS = 8;
/** With the id appended, the name is still short enough for file systems. */
const STEM_CHARACTERS = 40;

/** The actions of a code besides showing it: share, copy, download, print. */
export function CodeActions({ chatId, vendor }: { chatId: string; vendor: Profile }) {
  const { t } = useTranslation();
  const { brand } = useBackend().config;
  const copyLink = useCopyJoinLink(chatId);
  const [making, setMaking] = useState<FileKind | null>(null);
  const { offer, dialog } = useOfferFile();
  const link = joinLink(window.location.origin, chatId);
  const name = vendor.name ?? '';

  async function share() {
    try {
      await navigator.share({ title: t('qr.shareTitle', { name }), text: t('qr.hint'), url: link });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof Error && error.name === 'AbortError') return;
      await copyLink();
    }
  }

  async function download(kind: FileKind) {
    setMaking(kind);
    try {
      // Loaded only now: most codes are shown, not printed.
      const { codePng, codeSvg } = await import('../api/code-files.ts');
      const texts = { brand: brand.name, name, company: vendor.company ?? '', hint: t('qr.hint') };
      const file = kind === 'png' ? await codePng(link, texts) : codeSvg(link, texts);
      const stem = safeFileName([...(vendor.company || name)].slice(0, STEM_CHARACTERS).join(''), 'code');
      await offer(`${stem} QR ${chatId.slice(0, ID_CHARACTERS)}.${kind}`, file);
    } catch (error) {
      console.error('Making the file of a code failed', error);
      toast.error(t('common.error'), { description: t('qr.downloadFailed') });
    } finally {
      setMaking(null);
    }
  }

  return (
    <div className="flex w-full flex-wrap gap-2 *:flex-1 *:basis-34">
      {'share' in navigator && <Action icon={Share2} label={t('qr.share')} onClick={() => void share()} />}
      <Action icon={Copy} label={t('qr.copy')} onClick={() => void copyLink()} />
      <Action
        icon={ImageDown}
        label={t('qr.downloadPng')}
        busy={making === 'png'}
        onClick={() => void download('png')}
      />
      <Action
        icon={FileDown}
        label={t('qr.downloadSvg')}
        busy={making === 'svg'}
        onClick={() => void download('svg')}
      />
      <Action icon={Printer} label={t('qr.print')} onClick={() => window.print()} />
      <PrintPoster chatId={chatId} vendor={vendor} brand={brand.name} />
      {dialog}
    </div>
  );
}

interface ActionProps {
  icon: LucideIcon;
  label: string;
  busy?: boolean;
  onClick: () => void;
}

function Action({ icon: Icon, label, busy = false, onClick }: ActionProps) {
  return (
    <Button variant="secondary" busy={busy} onClick={onClick} className="gap-1.5 px-1.5 xs:whitespace-nowrap">
      {!busy && <Icon aria-hidden="true" className="size-4.5" />}
      {label}
    </Button>
  );
}
