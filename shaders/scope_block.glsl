#version 450 core
// How a part of a block mapping (a thread block, or a row of the CPU's) looks at a moment. Its color has red in the lowest byte
// and, in the highest, the share of its threads that compute, of 255.
uniform usamplerBuffer spans;  // color, when it starts, when it ends
uniform bool replay;
uniform float moment;
uniform vec3 backdrop;
uniform vec3 bright;
uniform float stripe;
uniform ivec2 taps;
const int most_taps = 4;

vec3 look(uvec3 span) {
  vec3 own = unpackUnorm4x8(span.x).rgb;
  if (!replay) return own;
  vec2 life = uintBitsToFloat(span.yz);
  if (life.x > moment) return mix(backdrop, own, 0.16);
  return life.y > moment ? mix(own, bright, 0.85) : own;
}

uvec3 span_at(uint number) { return texelFetch(spans, int(number)).xyz; }

float share_of(uvec3 span) { return unpackUnorm4x8(span.x).a; }

// What computes nothing: faint, with stripes on the screen.
vec3 idle(vec3 own) {
  return mix(backdrop, own, fract((gl_FragCoord.x + gl_FragCoord.y) / stripe) < 0.25 ? 0.5 : 0.16);
}
