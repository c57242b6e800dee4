import {
  ATTACHMENT_MAX_BYTES,
  type AttachmentProblem,
  isPictureName,
  PICTURE_MAX_BYTES,
  PICTURE_MAX_PIXELS,
} from '@dragoman/domain/chat-attachments';
import { useTranslation } from 'react-i18next';

interface AttachmentProblemTextProps {
  problem: AttachmentProblem;
  file: Pick<File, 'name' | 'size'>;
}

/** Why a chosen file is not taken, in words. */
export function AttachmentProblemText({ problem, file }: AttachmentProblemTextProps) {
  const { t } = useTranslation();
  switch (problem) {
    case 'empty':
      return t('chat.attach.problem.empty');
    case 'too-large':
      return t('chat.attach.problem.tooLarge', { max: megabytes(file) });
    case 'type':
      return t('chat.attach.problem.type');
    case 'content':
      return t('chat.attach.problem.content');
    case 'pixels':
      return t('chat.attach.problem.pixels', { max: PICTURE_MAX_PIXELS / 1e6 });
    case 'heic':
      return t('chat.attach.problem.heic');
    case 'unreadable':
      return t('chat.attach.problem.unreadable');
  }
}

/** The limit that a file exceeds; pictures may be larger before the device redraws them. */
function megabytes({ name, size }: Pick<File, 'name' | 'size'>): number {
  const isPicture = isPictureName(name) && size > PICTURE_MAX_BYTES;
  return Math.floor((isPicture ? PICTURE_MAX_BYTES : ATTACHMENT_MAX_BYTES) / 1_048_576);
}
