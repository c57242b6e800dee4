import { expect, test } from 'vitest';
import { personName } from './person-name.ts';

test.each([
  ['Omar Haddad', 'Haddad', 'Omar'],
  ['Mary Ann  Walker', 'Walker', 'Mary Ann'],
  ['Walker, Mary Ann', 'Walker', 'Mary Ann'],
  ['Cher', '', 'Cher'],
  ['李娜', '李', '娜'],
  ['王小明', '王', '小明'],
  ['欧阳修文', '欧阳', '修文'],
  ['东方', '东', '方'],
  ['李 娜', '李', '娜'],
  ['约翰·史密斯', '史密斯', '约翰'],
  ['李', '', '李'],
  ['أحمد بن سعيد المنصوري', 'بن سعيد المنصوري', 'أحمد'],
  ['', '', ''],
])('%j sorts under %j with given name %j', (name, family, given) => {
  expect(personName(name)).toEqual({ family, given });
});
