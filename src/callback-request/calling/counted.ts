/** A number of things, such as "1 row" or "1,200 rows". */
export function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count.toLocaleString('en-GB')} ${thing}s`
}
