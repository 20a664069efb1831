"""Colours and materials: three ramps, porcelain, brass and the wall behind."""
import bpy

# Each ramp runs from the outermost, lowest layer to the top one.
RAMPS = {
    'teal': ('#ece4da', '#e4dace', '#cfd0c8', '#a9b8b4', '#6f8f8f', '#33595d'),
    'bronze': ('#ece4da', '#e8decf', '#dfcfb8', '#cdb491', '#ad8e66', '#86694a'),
    'rosewood': ('#ece4da', '#e7dcd3', '#dccac4', '#c5a4a0', '#9c6f73', '#744a54'),
}
BONE = '#efe8de'
GLANCE = '#fff8f0'   # what porcelain turns towards at grazing angles
BRASS = '#e2b878'


def linear(hex_colour):
    """'#rrggbb' (sRGB) as a scene-linear RGBA tuple."""
    values = [int(hex_colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(v / 12.92 if v <= .04045 else ((v + .055) / 1.055) ** 2.4
                 for v in values) + (1,)


def mix(a, b, t):
    """A colour between two hex colours, mixed in sRGB, as hex."""
    pairs = [(int(a[i:i + 2], 16), int(b[i:i + 2], 16)) for i in (1, 3, 5)]
    return '#%02x%02x%02x' % tuple(round(p + (q - p) * t) for p, q in pairs)


def ramp_colour(name, t):
    """t = 0 is the outermost colour of the ramp, t = 1 the top one."""
    stops = RAMPS[name]
    place = max(0, min(1, t)) * (len(stops) - 1)
    i = min(int(place), len(stops) - 2)
    return mix(stops[i], stops[i + 1], place - i)


def _principled(name, colour, **inputs):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes['Principled BSDF']
    shader.inputs['Base Color'].default_value = linear(colour)
    for key, value in inputs.items():
        shader.inputs[key].default_value = value
    return material, shader


def porcelain(name, colour):
    """Satin: the base colour, lighter where the surface turns away."""
    material, shader = _principled(name, colour, Roughness=.38, Specular=.5, Sheen=.25)
    tree = material.node_tree
    facing = tree.nodes.new('ShaderNodeLayerWeight')
    facing.inputs['Blend'].default_value = .35
    blend = tree.nodes.new('ShaderNodeMixRGB')
    blend.inputs['Color1'].default_value = linear(colour)
    blend.inputs['Color2'].default_value = linear(mix(colour, GLANCE, .45))
    tree.links.new(facing.outputs['Facing'], blend.inputs['Fac'])
    tree.links.new(blend.outputs['Color'], shader.inputs['Base Color'])
    return material


def brass():
    return _principled('brass', BRASS, Roughness=.3, Metallic=.85)[0]


def wall():
    return _principled('wall', BONE, Roughness=.7)[0]
