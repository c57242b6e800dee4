import { describe, expect, test } from 'vitest';
import { guestFormSchema, profileColumns, profileFormSchema, visitorDetailsSchema } from './profile-forms.ts';

const messages = {
  nameTooShort: 'Name must be at least 2 characters',
  companyTooShort: 'Company name must be at least 2 characters',
  emailInvalid: 'Invalid email address',
  websiteInvalid: 'Please enter a valid URL',
  tooLong: 'Too long',
};
const profileForm = profileFormSchema(messages);
const visitorForm = visitorDetailsSchema(messages);

const profile = {
  name: 'Omar Haddad',
  email: 'omar@meridian.example',
  company: '',
  phone: '',
  website: '',
  designation: '',
  linkedin: '',
  whatsapp: '',
  wechat: '',
  language: 'en',
};
const { email: _email, language: _language, ...details } = { ...profile, company: 'Meridian Tools' };

function problems(schema: typeof profileForm | typeof visitorForm, values: unknown) {
  return schema.safeParse(values).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [];
}

describe('guest form', () => {
  const guestForm = guestFormSchema(messages);

  test('takes a name alone; the company is then null', () => {
    const guest = guestForm.parse({ name: ' 李娜 ', company: '  ' });
    expect(profileColumns(guest)).toEqual({ name: '李娜', company: null });
  });

  test.each([
    [{ name: 'A', company: '' }, 'name', messages.nameTooShort],
    [{ name: '\u200B\u2060', company: '' }, 'name', messages.nameTooShort],
    [{ name: '\u202Ea\u202C', company: '' }, 'name', messages.nameTooShort],
    [{ name: 'x'.repeat(201), company: '' }, 'name', messages.tooLong],
    [{ name: 'Li Na', company: 'x'.repeat(201) }, 'company', messages.tooLong],
  ])('%j is refused at %s with %j', (values, field, message) => {
    const { issues = [] } = guestForm.safeParse(values).error ?? {};
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });
});

describe('profile form', () => {
  test('asks no address of a guest, and takes none that is no address', () => {
    const guests = profileFormSchema(messages, true);
    expect(problems(guests, { ...profile, email: '' })).toEqual([]);
    expect(problems(guests, profile)).toEqual([]);
    expect(problems(guests, { ...profile, email: 'omar@' })).toEqual([['email', messages.emailInvalid]]);
  });

  test('takes name, e-mail and language, everything else empty', () => {
    expect(problems(profileForm, profile)).toEqual([]);
  });

  test.each([
    [{ name: '' }, 'name', messages.nameTooShort],
    [{ name: ' A ' }, 'name', messages.nameTooShort],
    [{ email: '' }, 'email', messages.emailInvalid],
    [{ email: 'omar' }, 'email', messages.emailInvalid],
    [{ email: 'omar@' }, 'email', messages.emailInvalid],
    [{ email: 'omar@localhost' }, 'email', messages.emailInvalid],
    [{ email: 'omar@-meridian.example' }, 'email', messages.emailInvalid],
    [{ email: 'omar@a.example, li@a.example' }, 'email', messages.emailInvalid],
    [{ website: 'meridian.example' }, 'website', messages.websiteInvalid],
    [{ website: 'javascript:alert(1)' }, 'website', messages.websiteInvalid],
    [{ company: 'x'.repeat(201) }, 'company', messages.tooLong],
  ])('%j is refused at %s with %j', (change, field, message) => {
    expect(problems(profileForm, { ...profile, ...change })).toEqual([[field, message]]);
  });

  test.each(["o'neil+fair@meridian.example", 'a&b@meridian.example', 'sales@xn--55qx5d.xn--fiqs8s'])(
    'takes %j, as the sign-up does',
    (email) => {
      expect(problems(profileForm, { ...profile, email })).toEqual([]);
    },
  );

  test.each(['李', '👍', 'x'])(
    'every field takes as many of %s as the table, and not one more',
    (character) => {
      const limits = {
        name: 200,
        company: 200,
        designation: 200,
        phone: 100,
        whatsapp: 100,
        wechat: 100,
        linkedin: 500,
      };
      for (const [field, limit] of Object.entries(limits)) {
        const filled = (length: number) => ({ ...profile, [field]: character.repeat(length) });
        expect(problems(profileForm, filled(limit))).toEqual([]);
        expect(problems(profileForm, filled(limit + 1))).toEqual([[field, messages.tooLong]]);
      }
    },
  );

  test('a language outside the list is refused', () => {
    expect(problems(profileForm, { ...profile, language: 'fr' }).map(([field]) => field)).toEqual([
      'language',
    ]);
  });

  test('two Han characters are a name, one emoji is not', () => {
    expect(problems(profileForm, { ...profile, name: '李娜' })).toEqual([]);
    expect(problems(profileForm, { ...profile, name: '👍' })).toEqual([['name', messages.nameTooShort]]);
  });

  test('values are trimmed, and all problems are reported at once', () => {
    expect(profileForm.parse({ ...profile, name: ' Omar ', email: ' omar@meridian.example ' })).toMatchObject(
      {
        name: 'Omar',
        email: 'omar@meridian.example',
      },
    );
    expect(problems(profileForm, { ...profile, name: '', email: 'x', website: 'y' })).toHaveLength(3);
  });
});

describe('visitor details form', () => {
  test('needs name and company', () => {
    expect(problems(visitorForm, details)).toEqual([]);
    expect(problems(visitorForm, { ...details, name: 'A', company: 'B' })).toEqual([
      ['name', messages.nameTooShort],
      ['company', messages.companyTooShort],
    ]);
  });

  test('the website is a URL or empty', () => {
    expect(problems(visitorForm, { ...details, website: 'https://meridian.example' })).toEqual([]);
    expect(problems(visitorForm, { ...details, website: 'nope' })).toEqual([
      ['website', messages.websiteInvalid],
    ]);
  });
});

test('empty optional values are saved as null, name and language as they are', () => {
  expect(profileColumns(profileForm.parse({ ...profile, phone: '+971 50 123' }))).toEqual({
    name: 'Omar Haddad',
    email: 'omar@meridian.example',
    company: null,
    phone: '+971 50 123',
    website: null,
    designation: null,
    linkedin: null,
    whatsapp: null,
    wechat: null,
    language: 'en',
  });
});
