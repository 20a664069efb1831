/** The first message of each field in error, by the field's name in its form. */
export type FieldErrors<Name extends string = string> = { [name in Name]?: string }

/** The result of validating a form. An invalid form is an expected result, never an exception. */
export type ValidationResult<Value, Name extends string = string> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors<Name> }
