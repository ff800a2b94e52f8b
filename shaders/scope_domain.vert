#version 450 core
// One quad of the result's cells: center and half extents in normalized device coordinates.
uniform vec4 place;
// How it is turned about its center: both rows of a matrix, which makes up for the shape of the area.
uniform vec4 turn;
out vec2 at;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  at = vec2(corner.x, 1.0 - corner.y);
  vec2 away = place.zw * (corner * 2.0 - 1.0);
  gl_Position = vec4(place.xy + vec2(dot(turn.xy, away), dot(turn.zw, away)), 0.0, 1.0);
}
