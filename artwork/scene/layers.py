"""Porcelain layers from edge curves: stacks of sheets and fans of petals."""
import numpy as np

import curves
import materials
import studio

DROP = .17          # each layer lies this much lower than the one before
WIRE = .0095        # radius of the brass wire
# How a sheet behaves at its edge: it rises softly over `soft` units by `lift`,
# then rolls over the last `roll` units and falls by `fall`.
RIM = dict(lift=.16, soft=.55, roll=.07, fall=.06)
# Columns of a sheet, from the edge inwards: dense where it rolls.
COLUMNS = np.r_[np.linspace(0, .12, 26), np.linspace(.14, 2, 44)]


def distances(x, y, edge):
    """Two distances of every grid point to the edge, in blocks to save memory.

    The first is to the nearest edge point. The second is a soft one, an integral
    over the whole edge that equals the first along a straight edge: it has no
    crease where two parts of a curved edge are equally near.
    """
    px, py = x.ravel().astype(np.float32), y.ravel().astype(np.float32)
    pieces = np.linalg.norm(np.diff(edge, axis=0), axis=1) / 2
    weight = (np.r_[pieces, 0] + np.r_[0, pieces]).astype(np.float32)
    edge = edge.astype(np.float32)
    near, soft = np.empty(px.size, np.float32), np.empty(px.size, np.float32)
    for i in range(0, px.size, 4000):
        dx = px[i:i + 4000, None] - edge[None, :, 0]
        dy = py[i:i + 4000, None] - edge[None, :, 1]
        square = dx * dx + dy * dy
        near[i:i + 4000] = np.sqrt(square.min(1))
        inverse = 1 / np.maximum(square, 4e-4)
        inverse *= inverse
        soft[i:i + 4000] = ((inverse @ weight) * (2 / np.pi)) ** (-1 / 3)
    return near.reshape(x.shape), soft.reshape(x.shape)


def shell(name, x, y, z, material, rim, seed):
    """A sheet whose first column (x[:, 0], y[:, 0]) is its edge."""
    rim = {**RIM, **rim}
    away, softly = distances(x, y, np.c_[x[:, 0], y[:, 0]])
    over = np.clip(1 - away / rim['roll'], 0, 1)
    height = (z + rim['lift'] * np.exp(-softly / rim['soft'])
              - rim['fall'] * (1 - np.sqrt(np.clip(1 - over * over, 0, 1)))
              + .05 * curves.gradient_noise(x * .7 + seed * 3.3, y * .7 + seed * 1.7, seed))
    studio.surface(name, x, y, height, material)


def _rim(picture, k):
    return picture.get('rims', {}).get(k, picture.get('rim', {}))


def _wire(picture, k, x, y, z):
    line = picture.get('wire', {})
    if line.get('layer', 0) == k:
        height = np.full(len(x), z + line.get('height', .13))
        studio.wire('wire', np.c_[x, y, height], WIRE, materials.brass())


def _colour(picture, k):
    t = 1 - k / (picture['layers'] - 1)
    return materials.porcelain('porcelain %d' % k, materials.ramp_colour(picture['ramp'], t))


def stack(picture):
    """Sheets side by side, each a little lower and further down the slope."""
    turn = np.radians(picture['direction'])
    ux, uy = np.cos(turn), np.sin(turn)
    s = np.linspace(-picture['reach'], picture['reach'], picture.get('rows', 1300))
    out = picture.get('wire', {}).get('out', .012)
    for k in range(picture['layers']):
        edge = curves.stack_edge(picture, k, s)
        columns = COLUMNS * (2.2 if k == 0 else 1)
        u = edge[:, None] + columns[None, :]
        v = np.repeat(s[:, None], len(columns), 1)
        shell('sheet %d' % k, u * ux - v * uy, u * uy + v * ux, -DROP * k,
              _colour(picture, k), _rim(picture, k), seed=k + picture.get('seed', 3))
        _wire(picture, k, (edge - out) * ux - s * uy, (edge - out) * uy + s * ux, -DROP * k)


def petals(picture):
    """Petals that spring from centres outside the frame, in turn from two sides."""
    for k, petal in enumerate(picture['petals']):
        first, last = np.radians(petal['sweep'])
        angle = np.linspace(first, last, 1500)
        rim = curves.petal_edge({**petal, 'number': k}, angle)
        cx, cy = petal['centre']
        radius = np.maximum(rim[:, None] - COLUMNS[None, :] * 1.7, .02)
        z = -DROP * k + petal.get('raise', 0)
        shell('petal %d' % k, cx + radius * np.cos(angle)[:, None],
              cy + radius * np.sin(angle)[:, None], z,
              _colour(picture, k), _rim(picture, k), seed=k + picture.get('seed', 21))
        _wire(picture, k, cx + (rim + .012) * np.cos(angle), cy + (rim + .012) * np.sin(angle), z)


def build(picture):
    {'stack': stack, 'petals': petals}[picture['kind']](picture)
    studio.plane('wall', -DROP * picture['layers'] - .02, materials.wall())
