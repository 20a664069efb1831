"""The three banners, the modal, the thank-you page and the Open Graph picture, as data."""

BANNER = dict(size=(2560, 960), frame=8.)
# The key light of the banners stands in the upper right. Layers that step
# upwards are lit from lower down, or from the side, so that they throw shadows too.
SIDE = dict(key_place=(7.7, .3, 4.2))
LOW = dict(key_place=(7.1, -2.8, 4.2))

# A face from the side: (offset, place), from the forehead down to the neck. It is abstract: a round tip of
# the nose, and both lips as one soft wave.
PROFILE = (
    (.42, 2.6), (.27, 1.95), (.10, 1.45), (.0, 1.08), (-.02, .84), (.04, .62), (-.035, .42),
    (-.145, .2), (-.235, .05), (-.262, -.05), (-.222, -.14), (-.13, -.215), (-.095, -.29),
    (-.122, -.40), (-.105, -.50), (-.038, -.61), (-.028, -.73), (-.048, -.84), (.0, -.97),
    (.14, -1.08), (.34, -1.19), (.52, -1.38), (.62, -1.7), (.66, -2.6))

# One curve in the upper third, one below it, and a waist between them.
WAIST = (
    dict(shape='bump', at=.05, drift=.05, width=.62, height=.575, fade=1.25),
    dict(shape='bump', at=-1.10, drift=.05, width=.75, height=-.375, fade=1.25),
    dict(shape='bump', at=1.30, drift=.05, width=.70, height=-.175, fade=1.25))


def banner_petal(number):
    """A petal of the banner: the even ones spring from below, the odd ones from above."""
    if number % 2:
        return dict(centre=(5.0, 2.7), radius=1.75 + .5 * number, sweep=(150, 275), tip=212)
    return dict(centre=(4.7, -2.9), radius=1.75 + .5 * number, sweep=(85, 215), tip=142)


BANNERS = {
    'banner_rhinoplasty': dict(
        BANNER, kind='stack', ramp='teal', direction=0, layers=7, reach=2.1, rows=1500,
        start=1.62, spacing=.215, growth=.032, seed=3,
        features=(dict(shape='line', points=PROFILE, scale=.85, at=.04,
                       blur=(.034, .062, .105, .16, .23, .33, .46)),),
        rim=dict(roll=.08, fall=.045, lift=.13),
        rims={0: dict(roll=.02, fall=.02, lift=.0), 1: dict(roll=.05, fall=.045, lift=.03)},
        wire=dict(out=0, height=-.005)),

    'banner_abdominoplasty': dict(
        BANNER, kind='stack', ramp='bronze', direction=0, layers=8, reach=2.3, rows=1100,
        start=2.25, spacing=.245, growth=.036, tilt=.30, tilt_fade=.35, seed=11,
        features=WAIST, rim=dict(roll=.10, lift=.18), wire=dict(layer=1)),

    'banner_breast_augmentation': dict(
        BANNER, kind='petals', ramp='rosewood', layers=9, seed=21,
        petals=[dict(centre=(5.75, -1.0), radius=3.45, sweep=(80, 250), tip=157.6, point=.05,
                     **{'raise': .10})] + [banner_petal(n) for n in range(1, 9)],
        rim=dict(roll=.12, fall=.07, lift=.20, soft=.5), wire=dict(height=.14)),
}

OTHERS = {
    # Beside the form: a slow sweep that rises from the lower right corner.
    'modal': dict(
        size=(800, 1000), frame=3.2, kind='stack', ramp='teal', direction=-40, layers=7,
        reach=3.2, start=.60, spacing=.30, growth=.012, seed=41,
        features=(dict(shape='step', at=.15, drift=-.06, width=.7, height=-.34,
                       fade=.7, widen=.6),),
        rim=dict(roll=.09, lift=.14), wire=dict(out=0, height=.11),
        light=dict(key_place=(7.2, 2.8, 4.2))),

    # A wide, quiet evening: one long wave, and air above it.
    'thank_you': dict(
        size=(1600, 600), frame=8., kind='stack', ramp='teal', direction=-86, layers=6,
        reach=5.2, rows=2000, start=1.0, spacing=.31, growth=.02, seed=51,
        features=(dict(shape='bump', at=1.7, drift=-.12, width=2.0, height=-.55,
                       fade=.5, widen=.4),),
        rim=dict(roll=.09, lift=.14), wire=dict(out=0, height=.11)),

    # For links shared elsewhere: layers right, a calm third left.
    'og': dict(
        size=(1200, 630), frame=5.6, kind='stack', ramp='teal', direction=-12, layers=7,
        reach=2.6, start=1.42, spacing=.27, growth=.016, seed=61,
        features=(dict(shape='step', at=.1, drift=-.04, width=.62, height=-.42,
                       fade=.6, widen=.6),
                  dict(shape='bump', at=-1.1, width=.8, height=.12, fade=1)),
        rim=dict(roll=.09, lift=.15), wire=dict(out=0, height=.12)),
}
