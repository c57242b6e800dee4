import type { CatalogueKind } from '@dragoman/domain/catalogue';
import type { AttachmentProblem } from '@dragoman/domain/chat-attachments';
import { FileText, ImageOff, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentProblemText } from '@/entities/attachment/attachment-problem-text.tsx';
import { prepareAttachment } from '@/entities/attachment/prepare-attachment.ts';
import { useItemPictures } from '@/entities/catalogue/catalogue.ts';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { withPictureType } from '@/shared/browser/pictures.ts';
import { formatFileSize } from '@/shared/format/file-size.ts';
import { useObjectUrl } from '@/shared/hooks/use-object-url.ts';
import { Button } from '@/shared/ui/button.tsx';
import { type ChosenFile, chosenFile, type ItemToSave } from '../api/change-items.ts';

interface FileFieldProps {
  ownerId: string;
  kind: CatalogueKind;
  item: CatalogueItem | null;
  file: ItemToSave['file'];
  /** Empty without one. */
  error: string;
  /** The chosen file is being made ready: saving must wait for it. */
  isPreparing: boolean;
  onPreparing: (isPreparing: boolean) => void;
  /** @param file null when the picture was taken out */
  onFile: (file: ChosenFile | null) => void;
}

interface Refused {
  file: File;
  problem: AttachmentProblem;
}

/**
 * The file of an item: the PDF of a brochure, or a product's picture. The device makes pictures
 * smaller and leaves out what the camera wrote (docs/adr/0015).
 */
export function FileField({
  ownerId,
  kind,
  item,
  file,
  error,
  isPreparing,
  onPreparing,
  onFile,
}: FileFieldProps) {
  const { t, i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [refused, setRefused] = useState<Refused | null>(null);
  const isBrochure = kind === 'brochure';
  const chosen = file === 'kept' ? null : file;
  const ownUrl = useObjectUrl(chosen?.size ? chosen.content : null);
  const pictures = useItemPictures(ownerId, item ? [item] : undefined);
  const pictureUrl = file === 'kept' ? pictures.get(item?.id ?? '') : ownUrl;
  const name = file === 'kept' ? item?.file_name : chosen?.name;
  const bytes = file === 'kept' ? item?.file_size : chosen?.content.size;

  async function choose(given: File) {
    onPreparing(true);
    setRefused(null);
    const typed = withPictureType(given);
    const prepared = await prepareAttachment(typed);
    onPreparing(false);
    if (prepared.kind === 'refused') return setRefused({ file: given, problem: prepared.problem });
    // A chat takes other documents as well.
    if (prepared.ending !== (isBrochure ? 'pdf' : 'jpg')) return setRefused({ file: given, problem: 'type' });
    onFile(chosenFile(ownerId, prepared.attachment, prepared.ending));
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-3 max-xs:flex-wrap">
        <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-ink-soft">
          {pictureUrl ? (
            <img src={pictureUrl} alt={t('catalogue.picture')} className="size-full object-cover" />
          ) : isBrochure ? (
            <FileText aria-hidden="true" className="size-7" />
          ) : (
            <ImageOff aria-hidden="true" className="size-7" />
          )}
        </span>
        <div className="grid min-w-0 flex-1 gap-1 max-xs:basis-full">
          {isBrochure && name && (
            <p className="wrap-anywhere text-sm">
              <bdi>{name}</bdi>{' '}
              <span className="text-ink-soft text-xs">{formatFileSize(bytes ?? 0, i18n.language)}</span>
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              busy={isPreparing}
              aria-describedby={noteId}
              onClick={() => input.current?.click()}
            >
              <Upload aria-hidden="true" className="size-4.5" />
              {t(isBrochure ? 'catalogue.choosePdf' : 'catalogue.choosePicture')}
            </Button>
            {!isBrochure && name && (
              <Button variant="ghost" onClick={() => onFile(null)}>
                {t('catalogue.takePictureOut')}
              </Button>
            )}
          </div>
          <p id={noteId} className="text-ink-soft text-xs">
            {t(isBrochure ? 'catalogue.pdfHint' : 'catalogue.pictureHint')}
          </p>
        </div>
      </div>
      {(refused || error) && (
        <p role="alert" className="text-danger text-sm">
          {!refused ? (
            error
          ) : refused.problem === 'type' ? (
            t(isBrochure ? 'catalogue.onlyPdf' : 'catalogue.onlyPicture')
          ) : (
            <AttachmentProblemText {...refused} />
          )}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={isBrochure ? '.pdf,application/pdf' : 'image/*'}
        className="hidden"
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ target }) => {
          const given = target.files?.[0];
          // Lets the user choose the same file again.
          target.value = '';
          if (given) void choose(given);
        }}
      />
    </div>
  );
}
