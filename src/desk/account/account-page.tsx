import { Page, Section } from '../parts/page.tsx'
import { Email } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { ROLE_NAMES } from '../staff/staff-query.ts'
import css from './account-page.module.css'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'

/** One's own account. */
export function AccountPage() {
  const { name, email, role, hospital: isHospitals } = useMe()
  return (
    <Page title="Account">
      <div className={css.sections}>
        <Section title="You">
          <dl className="facts">
            <dt>Name</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
            <dt>E-mail</dt>
            <dd>
              <Email address={email} />
            </dd>
            <dt>Role</dt>
            <dd>{ROLE_NAMES[role]}</dd>
          </dl>
          <p className="quiet">
            {isHospitals
              ? 'You sign in with the hospital’s account. Your name, e-mail address, role, password and second factor are changed there, not here.'
              : role === 'manager'
                ? 'You can change your name on the staff page. Only another manager can change your role.'
                : 'A manager can change your name and your role.'}
          </p>
        </Section>
        {!isHospitals && <ChangePassword />}
        {!isHospitals && <SecondFactor />}
      </div>
    </Page>
  )
}
