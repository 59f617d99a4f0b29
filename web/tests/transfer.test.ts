import { describe, expect, it } from 'vitest';
import { transferCode } from '../src/table/transfer';

describe('the code that moves a chair', () => {
  it('is read as people type it', () => {
    const code = { table: 'BCDF', code: 'BCDF-7KQ2M9' };
    for (const text of ['BCDF-7KQ2M9', ' bcdf-7kq2m9 ', 'bcdf 7kq2m9', 'BCDF7KQ2M9']) {
      expect(transferCode(text)).toEqual(code);
    }
    for (const text of ['BCDFGH-7KQ2M9', 'bcdfgh7kq2m9']) {
      expect(transferCode(text)).toEqual({ table: 'BCDFGH', code: 'BCDFGH-7KQ2M9' });
    }
  });

  it('is told from a table and from a slip', () => {
    for (const text of ['BCDF', 'BCDF-7KQ2M', 'BCDF-7KQ2M99', '']) expect(transferCode(text)).toBeNull();
  });
});
