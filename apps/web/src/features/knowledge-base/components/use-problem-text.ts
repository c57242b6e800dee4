import { KNOWLEDGE_BASE_LIMITS } from '@dragoman/domain/knowledge-base/knowledge-base';
import { useTranslation } from 'react-i18next';
import type { FileProblem } from '../model/read-file.ts';

export const FILE_MEGABYTES = KNOWLEDGE_BASE_LIMITS.bytes / 1_000_000;

/** @returns a function that explains why a file cannot be stored, and what to do instead */
export function useProblemText(): (refusal: FileProblem) => string {
  const { t } = useTranslation();
  return (refusal) => {
    if (refusal.problem === 'too-many-pages') {
      return t('material.tooManyPages', { count: refusal.pages, most: KNOWLEDGE_BASE_LIMITS.pages });
    }
    const texts = {
      locked: t('material.locked'),
      broken: t('material.broken'),
      'no-text': t('material.noTextInFile'),
      'too-long': t('material.tooLong', { max: KNOWLEDGE_BASE_LIMITS.characters }),
      'too-large': t('material.tooLarge', { megabytes: FILE_MEGABYTES }),
      'not-text': t('material.notText'),
      unreadable: t('material.unreadable'),
      unavailable: t('material.unavailable'),
    };
    return texts[refusal.problem];
  };
}
