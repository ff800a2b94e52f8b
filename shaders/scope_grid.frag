// Grids of blocks as they were launched. The lower part of a block is as high as the share of its threads that compute.
uniform float block;  // pixels of the screen
in vec2 at;
flat in uint first;
flat in ivec2 count;
out vec4 color;

void main() {
  vec2 across = dFdx(at);
  vec2 down = dFdy(at);
  vec3 sum = vec3(0.0);
  ivec2 reads = clamp(taps, 1, most_taps);
  for (int j = 0; j < reads.y; ++j) {
    for (int i = 0; i < reads.x; ++i) {
      vec2 share = (vec2(i, j) + 0.5) / vec2(reads) - 0.5;
      vec2 place = at + share.x * across + share.y * down;
      ivec2 cell = clamp(ivec2(floor(place)), ivec2(0), count - 1);
      uvec3 span = span_at(first + uint(cell.y) * uint(count.x) + uint(cell.x));
      if (span.x == 0u) {
        sum += backdrop;
        continue;
      }
      vec3 own = look(span);
      float busy = share_of(span);
      if (block >= 4.0) {
        sum += 1.0 - fract(place.y) <= busy && busy > 0.0 ? own : idle(own);
      } else {
        sum += mix(mix(backdrop, own, 0.22), own, busy);
      }
    }
  }
  color = vec4(sum / float(reads.x * reads.y), 1.0);
  vec2 into = fract(at) * block;
  if (block >= 7.0 && (into.x < 1.0 || into.y < 1.0)) color.rgb = mix(color.rgb, backdrop, 0.7);
}
