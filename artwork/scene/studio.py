"""The studio around the layers: meshes, wire, light, camera, and the render itself."""
import os
import time

import bpy
import numpy as np
from mathutils import Vector

from materials import linear

CAMERA_HEIGHT = 20


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.cycles.device = 'CPU'


def _add(name, data, material=None):
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    if material:
        data.materials.append(material)
    return thing


def surface(name, x, y, z, material):
    """A smooth quad mesh through three arrays of one shape (rows, columns)."""
    rows, columns = z.shape
    vertices = np.stack([x, y, z], -1).reshape(-1, 3).astype(np.float32)
    index = np.arange(rows * columns).reshape(rows, columns)
    faces = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], -1)
    faces = faces.reshape(-1, 4).astype(np.int32)
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(vertices))
    mesh.vertices.foreach_set('co', vertices.ravel())
    mesh.loops.add(faces.size)
    mesh.loops.foreach_set('vertex_index', faces.ravel())
    mesh.polygons.add(len(faces))
    mesh.polygons.foreach_set('loop_start', np.arange(0, faces.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set('loop_total', np.full(len(faces), 4, dtype=np.int32))
    mesh.polygons.foreach_set('use_smooth', np.ones(len(faces), dtype=bool))
    mesh.update(calc_edges=True)
    return _add(name, mesh, material)


def plane(name, z, material):
    x, y = np.meshgrid((-12., 12.), (-8., 8.))
    return surface(name, x, y, np.full((2, 2), z), material)


def wire(name, points, radius, material, count=1400):
    """A round wire through the points, sampled again at even distances."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.r_[0, np.cumsum(steps)]
    even = np.linspace(0, along[-1], count)
    points = np.stack([np.interp(even, along, points[:, axis]) for axis in range(3)], -1)
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions = '3D'
    spline = curve.splines.new('POLY')
    spline.points.add(count - 1)
    spline.points.foreach_set('co', np.c_[points, np.ones(count)].astype(np.float32).ravel())
    curve.bevel_depth = radius
    curve.bevel_resolution = 6
    curve.use_fill_caps = True
    return _add(name, curve, material)


def _aim(thing, target):
    towards = Vector(target) - thing.location
    thing.rotation_euler = towards.to_track_quat('-Z', 'Y').to_euler()
    return towards.length


def area_light(place, target, size, power, colour):
    lamp = bpy.data.lights.new('area', 'AREA')
    lamp.shape = 'RECTANGLE'
    lamp.size, lamp.size_y = size
    lamp.energy = power
    lamp.color = colour
    thing = _add('area', lamp)
    thing.location = place
    _aim(thing, target)


def light(key_place=(5.5, 5.5, 4.2), key_power=620.):
    """Warm raking key from one side, cool fill from the other, a little warm air."""
    world = bpy.data.worlds.new('world')
    bpy.context.scene.world = world
    world.use_nodes = True
    air = world.node_tree.nodes['Background']
    air.inputs['Color'].default_value = linear('#fff7f0')
    air.inputs['Strength'].default_value = .5
    area_light(key_place, (.2, 0, -.5), (1.9, 1.9), key_power, (1, .965, .92))
    area_light((-6, -1, 5), (0, 0, 0), (1.5, 6), 170., (.97, .985, 1))


def camera(frame_width):
    """Straight from above; frame_width world units fill the picture at z = 0."""
    lens = bpy.data.cameras.new('camera')
    thing = _add('camera', lens)
    thing.location = (0, 0, CAMERA_HEIGHT)
    distance = _aim(thing, (0, 0, 0))
    lens.sensor_fit = 'HORIZONTAL'
    lens.sensor_width = 36
    lens.lens = 36 * distance / frame_width
    bpy.context.scene.camera = thing


def render(base, size, samples, seeds=(0, 1), threads=2):
    """Writes <base>_<seed>.npy for each seed: float32, scene-linear, (height, width, 3)."""
    width, height = size
    scene = bpy.context.scene
    out = scene.render
    out.resolution_x, out.resolution_y, out.resolution_percentage = width, height, 100
    out.threads_mode, out.threads = 'FIXED', threads
    out.use_persistent_data = True
    out.image_settings.file_format = 'OPEN_EXR'
    out.image_settings.color_depth = '32'
    out.image_settings.color_mode = 'RGB'
    cycles = scene.cycles
    cycles.samples = samples
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = False
    cycles.max_bounces = 4
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = cycles.transmission_bounces = 1
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 3
    cycles.sample_clamp_direct = 12
    cycles.blur_glossy = 1.
    cycles.filter_width = 1.5
    for seed in seeds:
        started = time.time()
        cycles.seed = seed
        file = '%s_%d.exr' % (base, seed)
        out.filepath = file
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(file)
        image.colorspace_settings.name = 'Non-Color'
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        pixels = pixels.reshape(height, width, 4)[::-1, :, :3]
        np.save('%s_%d.npy' % (base, seed), np.ascontiguousarray(pixels))
        bpy.data.images.remove(image)
        os.remove(file)
        print('rendered %s seed %d: %.0f s' % (base, seed, time.time() - started), flush=True)
