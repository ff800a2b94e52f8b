#version 450 core
// The picture arrives colored; this only draws it, between two columns of the window where a wipe divides it. Where many
// of its pixels share one on the screen, `taps` of them are read along each side. It is opaque, or transparent black:
// its colors are multiplied by their opacity, and may be averaged.
uniform sampler2D picture;
uniform vec2 columns;
uniform ivec2 taps;
const int most_taps = 32;
uniform bool brightest;
in vec2 at;
out vec4 color;

void main() {
  vec2 across = dFdx(at);
  vec2 down = dFdy(at);
  if (gl_FragCoord.x < columns.x || gl_FragCoord.x >= columns.y) discard;
  vec4 sum = vec4(0.0);
  vec4 most = vec4(0.0);
  ivec2 reads = clamp(taps, 1, most_taps);
  for (int j = 0; j < reads.y; ++j) {
    for (int i = 0; i < reads.x; ++i) {
      vec2 share = (vec2(i, j) + 0.5) / vec2(reads) - 0.5;
      vec4 each = textureLod(picture, at + share.x * across + share.y * down, 0.0);
      sum += each;
      most = max(most, each);
    }
  }
  color = brightest ? most : sum / float(reads.x * reads.y);
}
