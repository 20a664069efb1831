"""The sixteen cards as data. See curves.py for what the numbers mean.

Direction 0: the top layer lies right; 90: it lies above; -90: below; between
them: in a corner. The light is the banners' (upper right) where layers step down to
the left, and comes from the side or from lower right where they step upwards.
"""
import math

from banners import BANNERS, LOW, SIDE, WAIST

CARD = dict(size=(800, 600), frame=4.)
# Between SIDE and LOW: short, even shadows along a level edge.
CALM = dict(key_place=(7.5, -1.5, 4.2))


def stack(ramp, direction, **rest):
    return {**CARD, 'kind': 'stack', 'ramp': ramp, 'direction': direction, 'layers': 6,
            'spacing': .33, 'growth': .012, 'reach': 3.2, 'rim': dict(roll=.09, lift=.14),
            'wire': dict(out=0, height=.11), **rest}


# A bridge, a tip and the turn below it; then the line simply runs on.
NOSE = ((.56, 3.2), (.47, 2.2), (.41, 1.5), (.34, 1.0), (.20, .62), (.02, .24), (-.18, -.12),
        (-.32, -.34), (-.37, -.47), (-.32, -.58), (-.12, -.68), (.10, -.78), (.20, -.93),
        (.24, -1.3), (.28, -2.2), (.34, -3.2))

# The hollow below a lip, a chin, and the long line of a jaw.
CHIN = ((-.30, 3.2), (-.28, 2.0), (-.26, 1.35), (-.20, 1.05), (-.02, .74), (.03, .55),
        (-.02, .32), (-.14, .08), (-.18, -.14), (-.10, -.40), (.14, -.70), (.44, -.98),
        (.76, -1.3), (1.08, -1.75), (1.3, -2.3), (1.5, -3.2))

# A line that wavers, never twice in the same way.
RAGGED = ((.0, -3.2), (-.06, -2.5), (.08, -2.0), (-.04, -1.6), (.02, -1.3), (.12, -1.05),
          (-.08, -.72), (-.02, -.5), (.10, -.22), (.03, .02), (-.12, .26), (-.01, .52),
          (.05, .74), (.0, .98), (-.10, 1.2), (.06, 1.6), (-.03, 2.0), (.05, 2.5), (.0, 3.2))

SOFTER = (.065, .10, .17, .26, .37, .52)     # blur of a drawn line, layer by layer


def line(points, **rest):
    return dict(shape='line', points=points, blur=SOFTER, **rest)


def fan(count, shift, step, turn=0):
    """The banner's petals at three quarters, moved, `step` apart, and turned (degrees)."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    petals = []
    for n, petal in enumerate(BANNERS['banner_breast_augmentation']['petals'][:count]):
        x, y = petal['centre'][0] * .75 + shift, petal['centre'][1] * .75
        grown = (step - .5) * n if n else 0
        petals.append({**petal, 'centre': (x * cos - y * sin, x * sin + y * cos),
                       'radius': (petal['radius'] + grown) * .75, 'uneven': .75,
                       'sweep': tuple(angle + turn for angle in petal['sweep']),
                       'tip': petal['tip'] + turn})
    return petals


# In the order in which the site shows them. The ramps follow each other strictly, so that of three
# neighbours no two are alike (except where the last meets the first); the motifs differ from their
# neighbours' too.
CARDS = {
    'abdominoplasty': stack('rosewood', 0, start=.90, spacing=.36, tilt=.22, tilt_fade=.35,
                            features=WAIST),
    'blepharoplasty': stack(
        'teal', -90, light=LOW, start=.62, spacing=.31,
        features=[dict(shape='bump', at=-.12, drift=.05, width=1.15, height=-.62, widen=.4),
                  dict(shape='step', width=.9, height=-.10)]),
    'breast-reduction': dict(
        CARD, kind='petals', ramp='bronze', layers=9, seed=25,
        petals=fan(9, -.7, .38, turn=52), light=dict(key_place=(6.5, 4.5, 7.5)),
        rim=dict(roll=.12, fall=.07, lift=.12, soft=.5), wire=dict(height=.07)),
    'breast-augmentation': dict(
        CARD, kind='petals', ramp='rosewood', layers=9, seed=21, petals=fan(9, -.6, .5),
        rim=dict(roll=.12, fall=.07, lift=.18, soft=.5), wire=dict(height=.12)),
    'brow-lift': stack(
        'teal', -70, light=LOW, start=.72, spacing=.33,
        features=[dict(shape='bump', at=.55, drift=-.06, width=1.3, height=-.75, fade=.75, widen=.2)]),
    'cheek-implants': stack(
        'bronze', 52, light=SIDE, start=.62,
        features=[dict(shape='bump', at=-.1, width=1.35, height=-.55, fade=.8, widen=.2),
                  dict(shape='step', at=.9, width=1.0, height=.16, fade=.8)]),
    'chin-implants': stack('rosewood', 0, start=.52, features=[line(CHIN, at=.15)],
                           rim=dict(roll=.09, lift=.10), wire=dict(out=0, height=.07)),
    'face-and-neck-lift': stack(
        'teal', -55, light=SIDE, start=.50, spacing=.33,
        features=[dict(shape='step', at=.1, drift=-.06, width=.75, height=-.52, fade=.6, widen=.8)]),
    'facial-paralysis': stack(
        'bronze', -90, light=LOW, start=.30, spacing=.32,
        features=[dict(shape='bump', at=0, drift=.09, width=1.0, height=.48, fade=.7, widen=.25),
                  dict(shape='bump', at=2.9, width=1.1, height=.3, fade=.6),
                  dict(shape='bump', at=-2.9, width=1.1, height=.3, fade=.6)]),
    'fat-injection-into-face': stack(
        'rosewood', 68, light=SIDE, start=.62, spacing=.31,
        features=[dict(shape='bump', at=.1, width=1.0, height=-.40, fade=.7, widen=.5)]),
    'gynaecomastia': stack(
        'teal', 35, light=LOW, start=.62, spacing=.36,
        features=[dict(shape='step', at=.2, width=1.3, height=.24, fade=.8)]),
    'hymenoplasty': stack(
        'bronze', -90, light=CALM, start=.75, spacing=.40,
        features=[dict(shape='bump', at=.9, width=2.2, height=-.14, widen=.4)]),
    'liposuction': stack(
        'rosewood', -75, light=LOW, start=.66, spacing=.33,
        features=[dict(shape='wave', at=-.37, drift=.13, width=.53, height=-.30, fade=1.2),
                  dict(shape='wave', at=-.36, width=.30, height=-.10, fade=1.2)]),
    'rhinoplasty': stack('teal', 0, start=.66, features=[line(NOSE, at=.05)]),
    'scar-revision': stack('bronze', 14, start=.68, features=[line(RAGGED, scale=.95)]),
    'vaginoplasty': stack(
        'rosewood', -80, light=CALM, start=.72, spacing=.34,
        features=[dict(shape='wave', at=.4, drift=-.1, width=1.1, height=-.10, fade=.5)]),
}
CARDS = {'card_' + name: picture for name, picture in CARDS.items()}
