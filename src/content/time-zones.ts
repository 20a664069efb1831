/**
 * Names in use today that this engine lists under an older name only, or that the oldest browsers do not know, with a name
 * that all know: its clock is the same today. The last four came after 2021.
 */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'America/Ciudad_Juarez': 'America/Denver',
  'America/Coyhaique': 'America/Punta_Arenas',
}

/** The names that a department may have, as the IANA writes them. */
export const timeZones = (): string[] => [
  ...new Set([...Object.keys(OLDER_NAMES), ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))]),
]

/**
 * The name of a place's time zone as the IANA writes it, also from small letters. Undefined for anything else, such as
 * `GMT` or `+01:00`, whose clocks never change.
 */
export function timeZoneOf(typed: string): string | undefined {
  return timeZones().find((name) => name.toLowerCase() === typed.toLowerCase())
}

/** The name of a zone for browsers: one that the oldest supported ones know. */
export const nameForBrowsers = (timeZone: string) => OLDER_NAMES[timeZone] ?? timeZone
