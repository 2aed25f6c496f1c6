/** What assets/page/share/parquet.js needs of it. */
export type Element = { name: string; type?: string; converted_type?: string; repetition_type?: string; num_children?: number };
export class ByteWriter {
  getBuffer(): ArrayBuffer;
}
export function parquetWrite(options: {
  writer: ByteWriter;
  columnData: { name: string; data: ArrayLike<unknown> }[];
  schema: Element[];
  kvMetadata: { key: string; value: string }[];
  createdBy: string;
}): void;
