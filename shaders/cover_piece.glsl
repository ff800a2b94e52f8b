#version 450 core
// How a piece of a cover (a thread block, or a row of the CPU's) looks at a moment. Its color has red in the lowest byte
// and, in the highest, the share of its threads that compute, of 255.
layout(std430, binding = 0) readonly buffer Colors { uint colors[]; };
layout(std430, binding = 1) readonly buffer Starts { float starts[]; };
layout(std430, binding = 2) readonly buffer Ends { float ends[]; };
uniform bool replay;
uniform bool numbered;  // piece i runs from i to i + 1
uniform float moment;
uniform vec3 backdrop;
uniform vec3 bright;
uniform ivec2 taps;
const int most_taps = 4;

vec3 look(uint piece) {
  vec3 own = unpackUnorm4x8(colors[piece]).rgb;
  if (!replay) return own;
  float start = numbered ? float(piece) : starts[piece];
  float end = numbered ? float(piece) + 1.0 : ends[piece];
  if (start > moment) return mix(backdrop, own, 0.16);
  return end > moment ? mix(own, bright, 0.85) : own;
}

float share_of(uint piece) { return unpackUnorm4x8(colors[piece]).a; }

// What computes nothing: faint, with stripes on the screen.
vec3 idle(vec3 own, float stripe) {
  float across = mod(gl_FragCoord.x + gl_FragCoord.y, stripe);
  return mix(backdrop, own, across < 0.25 * stripe ? 0.5 : 0.16);
}
