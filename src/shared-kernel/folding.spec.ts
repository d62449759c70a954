import { foldEmail, foldName, foldText } from './folding.js';

describe('foldText', () => {
  it.each([
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['É', 'e\u0301'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ﬁre', 'FIRE'],
    ['ΐ', 'Ϊ\u0301'],
  ])('folds %s like %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it('keeps different letters apart', () => {
    expect(foldText('é')).not.toBe(foldText('e'));
  });

  it('folds a folded text to itself', () => {
    for (const text of ['İstanbul', 'ΌΣΟΣ', 'ǅ', 'ŉ', 'ᾳ', 'ß'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe('foldEmail', () => {
  it('ignores case and keeps ß apart from ss', () => {
    expect(foldEmail('Jo@Example.COM')).toBe('jo@example.com');
    expect(foldEmail('ß@x.de')).not.toBe(foldEmail('ss@x.de'));
  });

  it.each([
    ['Jo@BÜCHER.example', 'jo@xn--bcher-kva.example'],
    ['jo@XN--BCHER-KVA.example.', 'jo@bu\u0308cher.example'],
    ['jo@example.com.', 'jo@example.com'],
    ['jo@ｅxample.com', 'jo@example.com'],
  ])('folds the hosts of %s and %s to one', (one, other) => {
    expect(foldEmail(one)).toBe(foldEmail(other));
  });

  it.each([
    ['jo@x/ü', 'jo@x'],
    ['jo@x?ü', 'jo@x'],
    ['jo@ü%2e', 'jo@ü.'],
    ['ü', 'xn--tda'],
    ['jo@ü..', 'jo@ü'],
  ])('keeps %s apart from %s', (one, other) => {
    expect(foldEmail(one)).not.toBe(foldEmail(other));
  });
});

describe('foldName', () => {
  it.each([
    ['López', 'lopez'],
    ['Lo\u0301pez', 'lopez'],
    ['BJØRN', 'bjorn'],
    ['Łukasz', 'lukasz'],
    ['Weiß', 'weiss'],
    ['İlker', 'ilker'],
    ['Işık', 'isik'],
    ['Ægir Œuvre', 'aegir oeuvre'],
    ['Þór', 'thor'],
    ['Đặng', 'dang'],
    ['Ёлкин', 'елкин'],
    ['Άννας', 'αννασ'],
    ['ＡＢＣ', 'abc'],
    ['℡', 'tel'],
    ['ŉ', 'ʼn'],
    ['김', '김'],
  ])('folds %s to %s', (name, folded) => {
    expect(foldName(name)).toBe(folded);
    expect(foldName(folded)).toBe(folded);
  });
});
