"""Two linear renders become one finished PNG:

  python3 develop/grade.py BASE OUT.png --nlm PATH [--grain DEVIATION]

BASE_0.npy and BASE_1.npy are denoised together, exposed, rolled off softly at the
top (warm whites stay warm), encoded as sRGB, given a little contrast and, against
banding, a little grain.
"""
import argparse
import os
import struct
import subprocess
import tempfile
import zlib

import numpy as np

EXPOSURE = .25      # stops
SHOULDER = .62      # linear up to here, then towards 1 without reaching it
CONTRAST = .12      # share of an S-curve
GRAIN = .006        # standard deviation, of full scale; a picture may need more (--grain)


def denoised(base, nlm):
    first, second = (np.load('%s_%d.npy' % (base, seed)).astype('f4') for seed in (0, 1))
    height, width = first.shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        a, b, out = (os.path.join(folder, name) for name in ('a', 'b', 'out'))
        first.tofile(a)
        second.tofile(b)
        subprocess.check_call([nlm, a, b, str(width), str(height), out])
        return np.fromfile(out, 'f4').reshape(height, width, 3)


def graded(linear):
    """Scene-linear light to display values from 0 to 1."""
    x = linear * 2 ** EXPOSURE
    peak = x.max(-1, keepdims=True)
    room = 1 - SHOULDER
    rolled = np.where(peak < SHOULDER, peak,
                      SHOULDER + room * (1 - np.exp(-(peak - SHOULDER) / room)))
    x = x * rolled / np.maximum(peak, 1e-6)
    x = np.where(x <= .0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - .055)
    x = np.clip(x, 0, 1)
    return x * (1 - CONTRAST) + CONTRAST * x * x * (3 - 2 * x)


def write_png(path, x, deviation):
    height, width = x.shape[:2]
    grain = np.random.RandomState(1).randn(height, width, 1) * deviation
    pixels = (np.clip(x + grain, 0, 1) * 255 + .5).astype('u1')
    rows = b''.join(b'\0' + row.tobytes() for row in pixels)

    def chunk(kind, data):
        check = zlib.crc32(kind + data) & 0xffffffff
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', check)

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n'
                   + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
                   + chunk(b'IDAT', zlib.compress(rows, 6)) + chunk(b'IEND', b''))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('base')
    parser.add_argument('out')
    parser.add_argument('--nlm', required=True)
    parser.add_argument('--grain', type=float, default=GRAIN)
    options = parser.parse_args()
    picture = graded(denoised(options.base, options.nlm))
    write_png(options.out, picture, options.grain)
    left = picture[:, :int(picture.shape[1] / 3)] * 255
    print('%s: left third mean %s, darkest %s' % (
        options.out, left.mean((0, 1)).round(), left.min((0, 1)).round()))


if __name__ == '__main__':
    main()
