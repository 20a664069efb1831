import type { Service } from './services.ts'
import type { TimeSlot } from './time-slots.ts'

/** Whom to call, when and about what: the validated values of either form. */
export type CallbackDetails = {
  name: string
  phone: string
  email: string
  timeSlot: TimeSlot
} & ({ form: 'appointment'; service: Service; message: null } | { form: 'contact'; service: null; message: string })
