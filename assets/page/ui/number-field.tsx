/** A field for a number. Nothing is written over while somebody types it: "1e" is on its way to 1e5. */

interface NumberFieldProps {
  /** For screen readers. */
  name: string;
  /** Not a number while the field holds none. */
  value: number;
  change: (value: number) => void;
  /** Of whole numbers from 0; without it, of any. */
  most?: number;
  wrong?: boolean;
}

export const NumberField = ({ name, value, change, most, wrong }: NumberFieldProps) => (
  <input
    type="number"
    aria-label={name}
    aria-invalid={wrong}
    {...(most === undefined ? { step: "any" } : { min: 0, max: most, step: 1 })}
    ref={(field) => void (field && !Object.is(field.valueAsNumber, value) && (field.value = String(value)))}
    onInput={({ currentTarget }) => change(currentTarget.valueAsNumber)}
  />
);
