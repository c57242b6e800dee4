import { expect, test } from 'vitest';
import { recognizedLines } from '../../testing/recognized-lines.ts';
import { extractEntrancePass } from './entrance-pass.ts';

test('the event is no company, the kind of visitor no title, and a name on two lines is one', () => {
  const pass = extractEntrancePass(
    recognizedLines(
      [
        { text: 'Gulf Food Expo 2026', height: 40 },
        '14-17 October 2026',
        { text: 'Mariam', height: 80, y: 250 },
        { text: 'Al Suwaidi', height: 80, y: 350 },
        { text: 'Palm Dates Company', height: 40, y: 520 },
        { text: 'Quality Manager', height: 32, y: 590 },
        { text: 'EXHIBITOR', height: 50, y: 800 },
      ],
      ['V-203918'],
    ),
  );
  expect(pass.fields).toEqual({
    name: 'Mariam Al Suwaidi',
    company: 'Palm Dates Company',
    designation: 'Quality Manager',
  });
});

test('a Chinese and an Arabic pass', () => {
  const chinese = recognizedLines([
    { text: '中国国际食品展览会', height: 40 },
    { text: '林 佳怡', height: 70 },
    '产品总监',
    '腾海数据科技(杭州)有限公司',
    '参展商',
  ]);
  expect(extractEntrancePass(chinese).fields).toEqual({
    name: '林佳怡',
    company: '腾海数据科技(杭州)有限公司',
    designation: '产品总监',
  });
  const arabic = recognizedLines([
    { text: 'معرض الرياض الدولي للصناعة', height: 40 },
    { text: 'عبدالله القحطانى', height: 70 },
    'مدير الإنتاج',
    'شركة المستقبل الصناعية',
    'زائر',
  ]);
  expect(extractEntrancePass(arabic).fields).toEqual({
    name: 'عبدالله القحطاني',
    company: 'شركة المستقبل الصناعية',
    designation: 'مدير الإنتاج',
  });
});

test('an event and a number alone do not make a person', () => {
  const pass = extractEntrancePass(
    recognizedLines(['Global Trade Expo 2026', 'VISITOR', 'No. 20391'], ['V-20391']),
  );
  expect(pass.fields).toEqual({ name: '', company: '', designation: '' });
});

test('a title that was all that could be read is no company, nor is the hall', () => {
  expect(
    extractEntrancePass(recognizedLines([{ text: 'مدير التسويق', height: 40, y: 300 }])).fields,
  ).toMatchObject({ company: '', designation: 'مدير التسويق' });
  expect(
    extractEntrancePass(
      recognizedLines([
        { text: '机器人峰会 5月12日-14日 国家会展中心', height: 30 },
        { text: '林佳怡', height: 70, y: 250 },
        { text: '腾海数据科技有限公司', height: 40, y: 400 },
      ]),
    ).fields,
  ).toMatchObject({ name: '林佳怡', company: '腾海数据科技有限公司' });
});

test('a title under a name of one word is no family name', () => {
  const pass = extractEntrancePass(
    recognizedLines([
      { text: 'سلمى', height: 44, y: 200 },
      { text: 'محاسب أول', height: 40, y: 260 },
    ]),
  );
  expect(pass.fields).toMatchObject({ designation: 'محاسب أول' });
  expect(pass.fields.name).not.toContain('محاسب');
});
