import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { followUpTemplate, followUpWithin } from './follow-up-template.ts';

describe('a follow-up without an assistant', () => {
  const sender = {
    name: 'Helen Park',
    company: 'Harbour Lighting',
    contacts: ['+971 50 555 0142', null, ''],
  };

  it.each(LANGUAGES)('greets by name and ends with the sender’s lines in %s', (language) => {
    const { subject, body } = followUpTemplate(language, { name: '李娜', company: 'Siyuan' }, sender);
    expect(subject).toContain('Harbour Lighting');
    expect(body).toContain('李娜');
    expect(body).toContain('Siyuan');
    expect(body).toMatch(/\nHelen Park\nHarbour Lighting\n\+971 50 555 0142$/);
  });

  it.each(LANGUAGES)('leaves out what is not known in %s', (language) => {
    const nameless = { name: null, company: null };
    const { subject, body } = followUpTemplate(language, nameless, { ...nameless, contacts: [] });
    expect(`${subject}${body}`).not.toMatch(/null|undefined| {2}|–/);
  });

  it('has a subject of one line, within the limits', () => {
    const company = `A\r\nBcc: ${'🙂'.repeat(100)}`;
    const { subject } = followUpTemplate('en', { name: null, company: null }, { ...sender, company });
    expect(subject).toMatch(/^Our talk at the trade fair – A Bcc: (🙂)+$/u);
    expect(subject.length).toBeLessThanOrEqual(150);
    expect(followUpWithin({ subject: '', body: 'x'.repeat(6000) }).body).toHaveLength(5000);
  });
});
