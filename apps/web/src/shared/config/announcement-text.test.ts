import { describe, expect, it } from 'vitest';
import { announcementText } from './announcement-text.ts';

describe('an announcement', () => {
  it('is read in one’s own language, else in the first that is written', () => {
    const texts = { en: 'Hall 3 opens at ten.', zh: '', ar: 'تفتح القاعة 3 في العاشرة.' };
    expect(announcementText(texts, 'ar')).toEqual({ language: 'ar', text: texts.ar });
    expect(announcementText(texts, 'zh')).toEqual({ language: 'en', text: texts.en });
    expect(announcementText({ ...texts, en: ' ' }, 'zh')?.language).toBe('ar');
    expect(announcementText({ en: '', zh: '', ar: '' }, 'en')).toBeNull();
  });
});
