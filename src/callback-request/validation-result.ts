/** The first message of each field that is in error, under the field's name in its form. */
export type FieldErrors<Name extends string = string> = { [name in Name]?: string }

/** What judging a form comes to. A bad form is an expected outcome, never an exception. */
export type ValidationResult<Value, Name extends string = string> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors<Name> }
