import { expect, it } from 'vitest';
import { generalZoneName, meetingTime, otherZones, timeElsewhere, zoneName } from './meeting-times.ts';

/** Blanks and dashes differ between versions of the browser's tables. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll('–', '-');

it('a time is shown in its zone, from the beginning to the end', () => {
  const at = '2026-11-27T09:00:00Z';
  expect(plain(meetingTime(at, 30, 'en', 'Europe/Berlin'))).toBe('Fri, Nov 27 · 10:00 - 10:30 AM');
  expect(meetingTime(at, 30, 'zh', 'Asia/Shanghai')).toMatch(/^11月27日周五 · 17:00.17:30$/);
  expect(meetingTime(at, 60, 'ar', 'Asia/Dubai')).toMatch(/1:00.*2:00/);
});

it('a time elsewhere has its date where that is another one', () => {
  const zones = { other: 'Asia/Shanghai', own: 'Europe/Berlin' };
  expect(plain(timeElsewhere('2026-11-27T09:00:00Z', 30, 'en', zones))).toBe('5:00 - 5:30 PM');
  expect(plain(timeElsewhere('2026-11-27T17:00:00Z', 30, 'en', zones))).toBe('Sat, Nov 28 · 1:00 - 1:30 AM');
});

it('both ends have the name of their time where the clocks change in between', () => {
  const text = meetingTime('2026-10-25T00:30:00Z', 60, 'en', 'Europe/Berlin');
  expect(text.match(/GMT\+[12]|CES?T/g)).toHaveLength(2);
});

it('a zone has its name at that time', () => {
  expect(zoneName('2026-07-01T09:00:00Z', 'en', 'Europe/Berlin')).toBe('Central European Summer Time');
  expect(zoneName('2026-12-01T09:00:00Z', 'en', 'Europe/Berlin')).toBe('Central European Standard Time');
  expect(zoneName('2026-12-01T09:00:00Z', 'zh', 'Asia/Shanghai')).toBe('中国标准时间');
  expect(generalZoneName('en', 'Europe/Berlin')).toBe('Central European Time');
});

it('zones are shown whose clocks differ from the reader’s then', () => {
  const at = '2026-12-01T09:00:00Z';
  const zones = { proposer_zone: 'Europe/Berlin', accepter_zone: 'Asia/Shanghai' };
  expect(otherZones(zones, at, 'Europe/Paris')).toEqual(['Asia/Shanghai']);
  expect(otherZones(zones, at, 'Asia/Shanghai')).toEqual(['Europe/Berlin']);
  expect(otherZones(zones, at, 'UTC')).toEqual(['Europe/Berlin', 'Asia/Shanghai']);
  expect(otherZones({ proposer_zone: 'Mars/Base', accepter_zone: null }, at, 'UTC')).toEqual([]);
  // Lagos has no summer time, Berlin has.
  const lagos = { proposer_zone: 'Africa/Lagos', accepter_zone: null };
  expect(otherZones(lagos, at, 'Europe/Berlin')).toEqual([]);
  expect(otherZones(lagos, '2026-07-01T09:00:00Z', 'Europe/Berlin')).toEqual(['Africa/Lagos']);
});
