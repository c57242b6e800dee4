import { asksWithoutMark } from './normalize.ts';
import type { ReadingRule } from './reading-rule.ts';

const CHINESE_REQUEST = /^你?可以(?:把|给|发|寄|告诉|帮|等|写|留|介绍|确认|核对|查|联系|加|扫)(.+)吗$/;

/** The rules for Chinese. */
export const CHINESE_READINGS: readonly ReadingRule[] = [
  (key) => {
    const modal =
      /^(.*?)(?:能不可以|可以不可以|可不可以|能不能|能否|可否|是否可以|是否能|是不是可以|方便不方便|方不方便|方便)(.+?)吗?$/.exec(
        key,
      );
    return modal ? { key: `${modal[1]}可以${modal[2]}吗`, question: true } : null;
  },
  (key) => {
    const after = /^(.+?)(?:可以|行|好|方便|可不可以|行不行|好不好|能行)吗?$/.exec(key);
    return after && !/^(?:这样|这)?$/.test(after[1] ?? '') && /(?:吗|不可以|不行|不好)$/.test(key)
      ? { key: `可以${after[1]}吗`, question: true }
      : null;
  },
  (key) => {
    const either = /^(.*?)(?:(有)没有|(.)不\3)/.exec(key);
    if (!either) return null;
    const [before, start, have, verb] = either;
    return { key: `${start}${have ?? verb}${key.slice(before.length)}吗`, question: true };
  },
  (key) => (/是否/.test(key) ? { key: `${key.replace('是否', '')}吗`, question: true } : null),
  (key) => {
    const favour = /^你?可以帮(?:我们|我|忙)(.+)吗$/.exec(key) ?? /^帮(?:我们|我|忙)(.+)$/.exec(key);
    return favour ? { key: `请${favour[1]}`, question: false } : null;
  },
  (key) => (key.startsWith('你可以') ? { key: key.slice(1), question: key.endsWith('吗') } : null),
  (key) => (/^可以.+吗$/.test(key) ? { key: `你${key}`, question: true } : null),
  (key) => (/^可以.+吗$/.test(key) ? { key: `我${key}`, question: true } : null),
  (key) =>
    CHINESE_REQUEST.test(key) ? { key: key.replace(/^你?可以(.+)吗$/, '$1'), question: false } : null,
  (key) =>
    /^(?:我?想(?:问|请问|知道|了解|问问|请教)|问|请教|告诉我|想咨询)(?:你)?(.+)$/.test(key)
      ? {
          key: key.replace(/^(?:我?想(?:问问|请问|问|知道|了解|请教)|问|请教|告诉我|想咨询)(?:你)?/, ''),
          question: true,
        }
      : null,
  (key) =>
    /^(?:那么?|所以|另外|还有|然后|其实|就是|嗯|哦|对了|顺便)(.{2,})$/.test(key)
      ? {
          key: key.replace(/^(?:那么?|所以|另外|还有|然后|其实|就是|嗯|哦|对了|顺便)/, ''),
          question: asksWithoutMark(key, 'zh'),
        }
      : null,
];
