#version 450 core
// One quad a grid of blocks.
struct Spot {
  vec2 from;  // pixels of the layout
  vec2 size;
  uint first;  // number of its first block
  int columns;
  int rows;
  int unused;
};
layout(std430, binding = 0) readonly buffer Spots { Spot spots[]; };
uniform vec4 place;  // of the layout's corner in pixels of the pane, its zoom, nothing
uniform vec2 pane;   // pixels
out vec2 at;         // blocks
flat out uint first;
flat out ivec2 count;

void main() {
  Spot spot = spots[gl_InstanceID];
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  // a grid that is thinner than a pixel is seen all the same
  vec2 pixel = place.xy + place.z * spot.from + corner * max(place.z * spot.size, vec2(1.0));
  at = corner * vec2(spot.columns, spot.rows);
  first = spot.first;
  count = ivec2(spot.columns, spot.rows);
  gl_Position = vec4(2.0 * pixel.x / pane.x - 1.0, 1.0 - 2.0 * pixel.y / pane.y, 0.0, 1.0);
}
