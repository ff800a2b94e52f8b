#version 450 core
// The picture arrives colored; this only draws it, between two columns of the window where a wipe divides it.
uniform sampler2D picture;
uniform vec2 columns;
in vec2 at;
out vec4 color;

void main() {
  if (gl_FragCoord.x < columns.x || gl_FragCoord.x >= columns.y) discard;
  color = vec4(texture(picture, at).rgb, 1.0);
}
