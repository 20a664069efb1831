"""Entry, run by Blender:

  blender -b --factory-startup -P scene/render.py -- NAME BASE [--scale F] [--samples N]

builds the picture NAME and writes BASE_0.npy and BASE_1.npy (two seeds).
`-- --list` only prints the names.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from pictures import PICTURES  # noqa: E402  (the path has to be set first)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('name', choices=sorted(PICTURES))
    parser.add_argument('base')
    parser.add_argument('--scale', type=float, default=1, help='of the full size')
    parser.add_argument('--samples', type=int, default=18)
    parser.add_argument('--threads', type=int, default=2)
    options = parser.parse_args(sys.argv[sys.argv.index('--') + 1:])

    import layers
    import studio
    picture = PICTURES[options.name]
    studio.reset()
    layers.build(picture)
    studio.light(**picture.get('light', {}))
    studio.camera(picture['frame'])
    size = [round(side * options.scale) for side in picture['size']]
    studio.render(options.base, size, options.samples, threads=options.threads)


main()
