import type { TFunction } from 'i18next';
import { engineProduct } from '@/entities/translation/engine-product.ts';
import { BROWSER_ENGINE } from './reader-translation.ts';

/** @param engine as the server names it; null: the server has not verified one. @returns who made a translation, in words */
export function engineText(t: TFunction, engine: string | null): string {
  switch (engine) {
    case null:
      return t('chat.engine.unverified');
    case 'phrasebook':
      return t('chat.engine.phrasebook');
    case 'glossary':
      return t('terms.title');
    case 'openai-compatible':
      return t('chat.engine.machineBy', { engine: t('chat.engine.model') });
    case BROWSER_ENGINE:
      return t('chat.engine.machineBy', { engine: t('chat.engine.browser') });
    default:
      return t('chat.engine.machineBy', { engine: engineProduct(engine) });
  }
}
