#version 450 core
// One quad of the result's cells: center and half extents in normalized device coordinates.
uniform vec4 place;
out vec2 at;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  at = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(place.xy + place.zw * (corner * 2.0 - 1.0), 0.0, 1.0);
}
