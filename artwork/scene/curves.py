"""Edge curves: where a layer ends, as numbers only (no Blender here).

A stack of layers is described by a dict:

  direction  degrees: the way uphill, from the outer layers to the top one
  layers     how many
  start      where the top layer's edge crosses the uphill axis
  spacing, growth   layer k lies spacing*k + growth*k*k further downhill
  tilt, tilt_fade   slope of the edges, and how much of it the outermost loses
  features   a list of dicts, added up, each with a `shape` and
             at, width, height   place along the edge, extent, height of the feature
             drift    shift along the edge per layer
             widen    how much wider at the outermost layer (fraction)
             fade     exponent with which the height dies towards the outermost
  The shape `line` runs through given points instead, and is smoothed more
  from layer to layer (`blur`, one number per layer, in units of the points).
"""
import numpy as np


def gradient_noise(x, y, seed=0):
    """Smooth noise about 0, for arrays of one shape."""
    angle = np.random.RandomState(seed).rand(256, 256) * 2 * np.pi
    xi, yi = np.floor(x).astype(int), np.floor(y).astype(int)
    xf, yf = x - xi, y - yi

    def corner(dx, dy):
        a = angle[(xi + dx) & 255, (yi + dy) & 255]
        return np.cos(a) * (xf - dx) + np.sin(a) * (yf - dy)

    def ease(t):
        return t ** 3 * (t * (t * 6 - 15) + 10)

    u, v = ease(xf), ease(yf)
    near = corner(0, 0) * (1 - u) + corner(1, 0) * u
    far = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return near * (1 - v) + far * v


def through(points, at):
    """Monotone cubic through (offset, place) points, at sorted places."""
    points = np.array(sorted(points, key=lambda p: p[1]))
    value, place = points[:, 0], points[:, 1]
    slope = np.diff(value) / np.diff(place)
    product = slope[1:] * slope[:-1]
    inner = np.where(product > 0, 2 * product / (slope[1:] + slope[:-1] + 1e-9), 0)
    tangent = np.r_[slope[0], inner, slope[-1]]
    i = np.clip(np.searchsorted(place, at) - 1, 0, len(place) - 2)
    h = place[i + 1] - place[i]
    t = (at - place[i]) / h
    return ((2 * t**3 - 3 * t**2 + 1) * value[i] + (t**3 - 2 * t**2 + t) * h * tangent[i]
            + (3 * t**2 - 2 * t**3) * value[i + 1] + (t**3 - t**2) * h * tangent[i + 1])


def blurred(values, step, sigma):
    """Gaussian blur of evenly spaced values; the ends go on as they came."""
    reach = max(1, int(4 * sigma / step))
    reach = min(reach, len(values) - 1)
    kernel = np.exp(-.5 * (np.arange(-reach, reach + 1) * step / sigma) ** 2)
    padded = np.pad(values, reach, 'reflect', reflect_type='odd')
    return np.convolve(padded, kernel / kernel.sum(), 'valid')


def _line(feature, s, k):
    places = [p[1] for p in feature['points']]
    fine = np.linspace(min(places), max(places), 5201)
    values = blurred(through(feature['points'], fine), fine[1] - fine[0], feature['blur'][k])
    scale = feature.get('scale', 1)
    return scale * np.interp((s - feature.get('at', 0)) / scale, fine, values)


SHAPES = {
    'bump': lambda q: np.exp(-q * q),
    'step': np.tanh,
    'rise': lambda q: 1 / (1 + np.exp(-q)),
    'wave': np.sin,
    'arch': lambda q: -np.sqrt(1 + q * q),
}


def stack_edge(stack, k, s):
    """Edge of layer k (0 is the top), as offset along `direction`, at places s."""
    t = k / (stack['layers'] - 1)
    edge = (stack['start'] - stack['spacing'] * k - stack.get('growth', 0) * k * k
            + stack.get('tilt', 0) * s * (1 - stack.get('tilt_fade', 0) * t))
    for feature in stack.get('features', ()):
        if feature['shape'] == 'line':
            edge = edge + _line(feature, s, k)
            continue
        width = feature['width'] * (1 + feature.get('widen', 0) * t)
        place = feature.get('at', 0) + feature.get('drift', 0) * k
        height = feature['height'] * (1 - t) ** feature.get('fade', 0)
        edge = edge + height * SHAPES[feature['shape']]((s - place) / width)
    return edge


def petal_edge(petal, angle):
    """Radius of a petal's rim, at angles in radians: a soft point, and a hand's unevenness."""
    point = petal.get('point', .13) * np.exp(
        -((angle - np.radians(petal['tip'])) / np.radians(petal.get('tip_width', 21.8))) ** 2)
    n = petal['number']
    uneven = .10 * gradient_noise(angle * 1.6 + n * 5.1, np.full_like(angle, n * 2.3), 7)
    return petal['radius'] * (1 + point) + petal.get('uneven', 1) * uneven
