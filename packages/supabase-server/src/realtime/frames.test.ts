import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, FrameError, protocolVersion, replyPayload } from './frames.ts';

const JOIN = { joinRef: '1', ref: '1', topic: 'realtime:hall', event: 'phx_join', payload: { config: {} } };

describe('protocol version', () => {
  it.each([
    ['1.0.0', '1.0.0'],
    ['2.0.0', '2.0.0'],
    [null, '1.0.0'],
    ['', '1.0.0'],
    ['3.0.0', null],
    ['two', null],
  ])('vsn %s is %s', (vsn, version) => {
    expect(protocolVersion(vsn)).toBe(version);
  });
});

describe('frames', () => {
  it('reads an object in version 1', () => {
    const text =
      '{"topic":"realtime:hall","event":"phx_join","payload":{"config":{}},"ref":"1","join_ref":"1"}';
    expect(decodeFrame('1.0.0', text)).toEqual(JOIN);
  });

  it('reads an array in version 2', () => {
    expect(decodeFrame('2.0.0', '["1","1","realtime:hall","phx_join",{"config":{}}]')).toEqual(JOIN);
  });

  it('takes absent refs as none and keeps numbers', () => {
    expect(
      decodeFrame('1.0.0', '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":7}'),
    ).toMatchObject({
      joinRef: null,
      ref: 7,
    });
  });

  it.each(['1.0.0', '2.0.0'] as const)('writes what it reads in version %s', (version) => {
    const { payload, ...to } = JOIN;
    const text = encodeFrame(version, to, JSON.stringify(payload));
    expect(decodeFrame(version, text)).toEqual(JOIN);
  });

  it('escapes names', () => {
    const text = encodeFrame('2.0.0', { joinRef: null, ref: null, topic: 'a"b', event: 'c\nd' }, '{}');
    expect(JSON.parse(text)).toEqual([null, null, 'a"b', 'c\nd', {}]);
  });

  it('answers with status and response', () => {
    expect(JSON.parse(replyPayload('ok'))).toEqual({ status: 'ok', response: {} });
    expect(JSON.parse(replyPayload('error', { reason: 'no' }))).toEqual({
      status: 'error',
      response: { reason: 'no' },
    });
  });

  it.each([
    ['1.0.0', 'not json'],
    ['1.0.0', 'null'],
    ['1.0.0', '[]'],
    ['1.0.0', '{"topic":1,"event":"x"}'],
    ['2.0.0', '{}'],
    ['2.0.0', '[null,null,"topic","event"]'],
    ['2.0.0', '[null,{},"topic","event",{}]'],
    ['2.0.0', '[null,null,"topic",null,{}]'],
    ['2.0.0', JSON.stringify([null, null, '会'.repeat(86), 'e', {}])],
    ['2.0.0', JSON.stringify([null, 'r'.repeat(256), 't', 'e', {}])],
  ] as const)('refuses in version %s: %s', (version, text) => {
    expect(() => decodeFrame(version, text)).toThrow(FrameError);
  });
});
