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
  ['عبد الله الحارثي', 'الحارثي', 'عبد الله'],
  ['عبد الرحمن', '', 'عبد الرحمن'],
  ['عبدالله الحارثي', 'الحارثي', 'عبدالله'],
  ['نور الدين زنكي', 'زنكي', 'نور الدين'],
  ['أبو بكر الصديق', 'الصديق', 'أبو بكر'],
  ['محمد أبو زيد', 'أبو زيد', 'محمد'],
  ['المنصوري، أحمد', 'المنصوري', 'أحمد'],
  ['Abdul Rahman Saleh', 'Saleh', 'Abdul Rahman'],
  ['Abdullah Saleh', 'Saleh', 'Abdullah'],
  ['Fatima Al Mansoori', 'Al Mansoori', 'Fatima'],
  ['Rashid bin Ahmed Al Maktoum', 'bin Ahmed Al Maktoum', 'Rashid'],
  ['Pieter van der Berg', 'van der Berg', 'Pieter'],
  ['María José de la Cruz', 'de la Cruz', 'María José'],
  ['Van Morrison', 'Morrison', 'Van'],
  ['司马相如', '司马', '相如'],
  ['上官婉儿', '上官', '婉儿'],
  ['澹台明', '澹台', '明'],
  ['陈方安生', '陈方', '安生'],
  ['欧阳 修文', '欧阳', '修文'],
  ['  ', '', ''],
  ['', '', ''],
])('%j sorts under %j with given name %j', (name, family, given) => {
  expect(personName(name)).toEqual({ prefix: '', family, given });
});

test.each([['李娜 Li Na'], ['David Wang 王小明'], ['王小明 (David)'], ['أحمد المنصوري Ahmed Al Mansoori']])(
  '%j, in two scripts, stays whole',
  (name) => {
    expect(personName(name)).toEqual({ prefix: '', family: '', given: name });
  },
);

test.each([
  ['Dr. Fatima Al Mansoori', 'Dr.', 'Al Mansoori', 'Fatima'],
  ['د. أحمد المنصوري', 'د.', 'المنصوري', 'أحمد'],
  ['المهندس عبد الله الحارثي', 'المهندس', 'الحارثي', 'عبد الله'],
  ['Eng Wei Ming', '', 'Ming', 'Eng Wei'],
  ['Sheikh Mohammed', '', 'Mohammed', 'Sheikh'],
])('%j has the title %j', (name, prefix, family, given) => {
  expect(personName(name)).toEqual({ prefix, family, given });
});
