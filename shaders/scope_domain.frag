// Each cell of a result in the color of the span that computes it.
uniform usampler2D owner;  // by texel: 1 + the block's number; 0: none
uniform bool blocks;
uniform ivec2 extent;  // cells
uniform ivec2 unit;    // cells of a texel
uniform bool triangle;
uniform ivec2 cpu;  // rows from, to
uniform uint cpu_first;
uniform vec2 pixels;  // of the screen, a cell
uniform vec3 uncovered;
uniform float share;  // of these colors over what is below
in vec2 at;
out vec4 color;

uint span_of(ivec2 cell) {
  if (cell.y >= cpu.x && cell.y < cpu.y) return cpu_first + uint(cell.y - cpu.x) + 1u;
  // a cell's middle is so far from each texel's border that rounding does not move it to another one
  return blocks ? texelFetch(owner, ivec2((vec2(cell) + 0.5) / vec2(unit)), 0).r : 0u;
}

vec3 cell_color(ivec2 cell) {
  bool value = !triangle || cell.x <= cell.y;
  bool on_cpu = cell.y >= cpu.x && cell.y < cpu.y;
  if (!value && on_cpu) return backdrop;
  uint span = span_of(cell);
  if (span == 0u) return value ? uncovered : backdrop;
  vec3 own = look(span_at(span - 1u));
  return value ? own : idle(own);
}

void main() {
  vec2 cells = vec2(extent);
  vec2 place = at * cells;
  ivec2 last = extent - 1;
  ivec2 reads = clamp(taps, 1, most_taps);
  vec2 across = dFdx(place) / float(reads.x);
  vec2 down = dFdy(place) / float(reads.y);
  vec2 row = place - 0.5 * (float(reads.x - 1) * across + float(reads.y - 1) * down);
  vec3 sum = vec3(0.0);
  for (int j = 0; j < reads.y; ++j) {
    vec2 tap = row;
    for (int i = 0; i < reads.x; ++i) {
      sum += cell_color(clamp(ivec2(floor(tap)), ivec2(0), last));
      tap += across;
    }
    row += down;
  }
  color = vec4(sum / float(reads.x * reads.y), share);
  // a line where the span is another one than the left or the upper neighbor's, if spans are large enough for it
  ivec2 cell = clamp(ivec2(floor(place)), ivec2(0), last);
  if (triangle && cell.x > cell.y) return;
  bool on_cpu = cell.y >= cpu.x && cell.y < cpu.y;
  ivec2 size = on_cpu ? ivec2(1) : unit;
  ivec2 first = cell / size * size;
  vec2 into = (place - vec2(first)) * pixels;
  bvec2 large = greaterThanEqual(vec2(size) * pixels, vec2(7.0));
  uint own = span_of(cell);
  bool left = large.x && into.x < 1.0 && first.x > 0 && span_of(ivec2(first.x - 1, cell.y)) != own;
  bool upper = large.y && into.y < 1.0 && first.y > 0 && span_of(ivec2(cell.x, first.y - 1)) != own;
  if (left || upper) color.rgb = mix(color.rgb, backdrop, 0.7);
}
