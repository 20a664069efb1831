import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import css from './menu.module.css'

interface MenuProps {
  /** What is shown on the button. */
  children: ReactNode
  /** The button's name, where its text does not say it. */
  label?: string
  items: readonly MenuItem[]
}

/** An item does something, also by turns, or leads to a page. */
export type MenuItem = { label: string } & (
  | { onSelect: (button: RefObject<HTMLButtonElement | null>) => void; isOn?: boolean | undefined }
  | { link: ReactElement }
)

/** A button that opens a menu, which is in the same landmark of the page. */
export function Menu({ children, label, items }: MenuProps) {
  const wrapper = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div ref={wrapper} className={css.wrapper}>
      <BaseMenu.Root>
        <BaseMenu.Trigger ref={button} className={css.button} aria-label={label}>
          {children}
        </BaseMenu.Trigger>
        <BaseMenu.Portal container={wrapper}>
          <BaseMenu.Positioner className={css.positioner} align="end" sideOffset={4} collisionPadding={8}>
            <BaseMenu.Popup className={css.popup}>
              {items.map((item) =>
                'link' in item ? (
                  <BaseMenu.LinkItem key={item.label} className={`target ${css.item}`} closeOnClick render={item.link}>
                    {item.label}
                  </BaseMenu.LinkItem>
                ) : (
                  <BaseMenu.Item
                    key={item.label}
                    role={item.isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
                    aria-checked={item.isOn}
                    className={`target ${css.item}`}
                    closeOnClick={item.isOn === undefined}
                    onClick={() => item.onSelect(button)}
                  >
                    {item.isOn !== undefined && <span aria-hidden="true" className={css.check} />}
                    {item.label}
                  </BaseMenu.Item>
                ),
              )}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </div>
  )
}
