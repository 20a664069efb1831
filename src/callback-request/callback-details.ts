import type { Service } from './services.ts'
import type { TimeSlot } from './time-slots.ts'

/** Whom to call, when, and about what: what both forms come to once their values have been judged and found good. */
export type CallbackDetails = {
  name: string
  phone: string
  email: string
  timeSlot: TimeSlot
} & ({ form: 'appointment'; service: Service; message: null } | { form: 'contact'; service: null; message: string })
