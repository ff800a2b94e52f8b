// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_SIMD_INL
#undef HETEROSCOPE_MANDELBROT_SIMD_INL
#else
#define HETEROSCOPE_MANDELBROT_SIMD_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/simd_row.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The dependent chain of an iteration takes about 8 cycles, and each vector gives it 4 instructions. So several vectors
// are interleaved, as many as the registers hold (z and c.re of each, c.im of the row, if that has one).
#if HWY_TARGET <= HWY_AVX3
inline constexpr int interleaved = 6;
#else
inline constexpr int interleaved = 3;
#endif
inline constexpr int early_iterations = 16;  // every pixel gets these, each followed by a test
inline constexpr int long_stride = 16;       // iterations between two tests of the pixels that last

// This lets GCC contract products and sums in one function and in all that is inlined into it, though sources are
// compiled with -ffp-contract=off.
#if defined(__GNUC__) && !defined(__clang__)
#define HETEROSCOPE_CONTRACTING [[gnu::optimize("fp-contract=fast"), gnu::flatten]]
#else
#define HETEROSCOPE_CONTRACTING
#endif

template <class T, class A>
struct Vectors {
  using Tag = hn::ScalableTag<T>;
  using Vec = hn::Vec<Tag>;

  HWY_INLINE static void step(Vec& re, Vec& im, Vec c_re, Vec c_im) {
    const Vec t = neg_mul_add(im, im, c_re);
    const Vec twice = hn::Add(re, re);
    re = mul_add(re, re, t);
    im = mul_add(twice, im, c_im);
  }
  HWY_INLINE static Vec norm(Vec re, Vec im) { return mul_add(re, re, hn::Mul(im, im)); }

 private:
  HWY_INLINE static Vec mul_add(Vec a, Vec b, Vec c) {
    if constexpr (A::fused) return hn::MulAdd(a, b, c);
    return hn::Add(hn::Mul(a, b), c);
  }
  HWY_INLINE static Vec neg_mul_add(Vec a, Vec b, Vec c) {
    if constexpr (A::fused) return hn::NegMulAdd(a, b, c);
    return hn::Sub(c, hn::Mul(a, b));
  }
};

/// `Turned`: the points of the row may have different imaginary parts (Grid::point).
template <class T, bool Shortcuts, class A, bool Julia, bool Turned>
class RowRun {
  using Ops = Vectors<T, A>;
  using Tag = typename Ops::Tag;
  using Vec = typename Ops::Vec;
  using Mask = hn::Mask<Tag>;
  static constexpr int slots = interleaved;
  static constexpr bool own_c_im = Turned && !Julia;  ///< each pixel has its own imaginary part of c
  /// How many vectors the imaginary parts of c of all slots are, and which is that of a slot.
  static constexpr int c_ims = own_c_im ? slots : 1;
  static constexpr int c_im_of_slot(int slot) { return own_c_im ? slot : 0; }

 public:
  HWY_INLINE RowRun(const RowTask<T>& task, PackedPixels<T>& packed) : task_(task), packed_(packed) {}

  HWY_INLINE void run() {
    packed_.count = 0;
    const int group = slots * static_cast<int>(hn::Lanes(tag_));
    for (int x = 0; x < task_.width && !task_.cancelled(); x += group) {
      if (needs_each_test(x) || needs_each_test(x + group - 1) || task_.limit <= early_iterations + 1) {
        for (int i = x; i < std::min(x + group, task_.width); ++i) task_.compute_plainly(i);
      } else {
        start_group(x, std::make_integer_sequence<int, slots>{});
      }
    }
    pad();
    work_off(std::make_integer_sequence<int, slots>{});
  }

 private:
  [[nodiscard]] HWY_INLINE Family<T, Julia> family() const { return {task_.grid.c}; }
  /// The point of a pixel of the row.
  [[nodiscard]] HWY_INLINE Complex<T> point(int x) const {
    return task_.grid.template point<Turned>(static_cast<T>(x), static_cast<T>(task_.y));
  }
  /// Real parts grow or fall along the row, so that of a group its first and last pixel tell.
  [[nodiscard]] HWY_INLINE bool needs_each_test(int x) const { return family().needs_each_test(point(x).re); }
  /// The imaginary part of c that all pixels of the row have.
  [[nodiscard]] HWY_INLINE Vec c_im_of_row() const { return hn::Set(tag_, family().added(point(0)).im); }
  /// The points of some columns of the row: Grid::point(), element by element.
  [[nodiscard]] HWY_INLINE Vec points_re(Vec x) const {
    const Grid<T>& grid = task_.grid;
    const T step = Turned ? grid.right.re : grid.step;
    const T from = Turned ? grid.row_middle(static_cast<T>(task_.y)).re : grid.center_re;
    return hn::MulAdd(hn::Add(hn::Set(tag_, grid.x0), x), hn::Set(tag_, step), hn::Set(tag_, from));
  }
  [[nodiscard]] HWY_INLINE Vec points_im(Vec x) const {
    const Grid<T>& grid = task_.grid;
    if constexpr (!Turned) return hn::Set(tag_, point(0).im);
    const T from = grid.row_middle(static_cast<T>(task_.y)).im;
    return hn::MulAdd(hn::Add(hn::Set(tag_, grid.x0), x), hn::Set(tag_, grid.right.im), hn::Set(tag_, from));
  }
  /// The parts of c of pixels whose points have these.
  [[nodiscard]] HWY_INLINE Vec c_re_of(Vec point_re) const {
    if constexpr (Julia) return hn::Set(tag_, task_.grid.c.re);
    return point_re;
  }
  [[nodiscard]] HWY_INLINE Vec c_im_of(Vec point_im) const {
    if constexpr (Julia) return hn::Set(tag_, task_.grid.c.im);
    return point_im;
  }
  [[nodiscard]] HWY_INLINE Vec c_im_of(const Slot<T>& slot) const {
    if constexpr (own_c_im) return hn::LoadU(tag_, packed_.c_im.data() + slot.first);
    return c_im_of_row();
  }

  /// Makes the early iterations of `slots` vectors of neighboring pixels. Once escaped an orbit stays escaped, so the
  /// iterates inside are counted.
  template <int... I>
  HWY_INLINE void start_group(int x0, std::integer_sequence<int, I...>) {
    const int lanes = static_cast<int>(hn::Lanes(tag_));
    const Vec x[slots] = {hn::Iota(tag_, static_cast<T>(x0 + I * lanes))...};
    const Vec point_re[slots] = {points_re(x[I])...};
    const Vec point_im[slots] = {points_im(x[I])...};
    const Vec c_re[slots] = {c_re_of(point_re[I])...};
    Vec c_im[c_ims];
    ((c_im[c_im_of_slot(I)] = c_im_of(point_im[I])), ...);
    Vec re[slots] = {Julia ? point_re[I] : hn::Zero(tag_)...};
    Vec im[slots] = {Julia ? point_im[I] : hn::Zero(tag_)...};
    const Vec four = hn::Set(tag_, T(4));
    const Vec one = hn::Set(tag_, T(1));
    // These start with 2: the count of the first iterate, which is not tested, and that of the iterate at which a test
    // fails. The first iterate of a Julia set is a point of the picture, and is tested.
    Vec count[slots] = {(static_cast<void>(I), hn::Set(tag_, T(2)))...};
    if constexpr (Julia)
      ((count[I] = hn::Add(one, hn::IfThenElseZero(hn::Lt(Ops::norm(re[I], im[I]), four), one))), ...);
    for (int i = 0; i < early_iterations; ++i) {
      (Ops::step(re[I], im[I], c_re[I], c_im[c_im_of_slot(I)]), ...);
      ((count[I] = hn::Add(count[I], hn::IfThenElseZero(hn::Lt(Ops::norm(re[I], im[I]), four), one))), ...);
    }
    (settle(x0 + I * lanes, x[I], c_re[I], c_im[c_im_of_slot(I)], re[I], im[I], count[I]), ...);
  }

  /// Writes the pixels of a vector that are done; writes 0 for the others and packs them.
  HWY_INLINE void settle(int x0, Vec x, Vec c_re, Vec c_im, Vec re, Vec im, Vec count) {
    const int lanes = static_cast<int>(hn::Lanes(tag_));
    const int valid = std::min(task_.width - x0, lanes);
    if (valid <= 0) return;
    Mask lasting = hn::Gt(count, hn::Set(tag_, static_cast<T>(early_iterations + 1)));
    Vec value = hn::IfThenZeroElse(lasting, count);
    if constexpr (Shortcuts && A::fused && !Julia) {  // shortcuts are proved for fused arithmetic
      const Mask inside = inside_mask(c_re, c_im);
      value = hn::IfThenZeroElse(inside, value);
      lasting = hn::And(lasting, hn::Not(inside));
    }
    if (valid == lanes) {
      hn::StoreU(value, tag_, task_.out + x0);
    } else {
      HWY_ALIGN T lane[HWY_MAX_BYTES / sizeof(T)];
      hn::Store(value, tag_, lane);
      std::copy_n(lane, valid, task_.out + x0);
      lasting = hn::And(lasting, hn::FirstN(tag_, static_cast<std::size_t>(valid)));
    }
    if (task_.smooth) {
      for (int i = 0; i < valid; ++i) {
        if (task_.out[x0 + i] > 0) task_.compute_plainly(x0 + i);
      }
    }
    if (hn::AllFalse(tag_, lasting)) return;
    const std::size_t at = packed_.count;
    hn::CompressStore(re, lasting, tag_, packed_.re.data() + at);
    hn::CompressStore(im, lasting, tag_, packed_.im.data() + at);
    hn::CompressStore(c_re, lasting, tag_, packed_.c_re.data() + at);
    if constexpr (own_c_im) hn::CompressStore(c_im, lasting, tag_, packed_.c_im.data() + at);
    packed_.count += hn::CompressStore(x, lasting, tag_, packed_.x.data() + at);
  }

  /// deep_inside(), element by element.
  HWY_INLINE Mask inside_mask(Vec c_re, Vec c_im) const {
    const Vec b2 = hn::Mul(c_im, c_im);
    const Vec a = hn::Sub(c_re, hn::Set(tag_, T(0.25)));
    const Vec q = hn::MulAdd(a, a, b2);
    const Vec left = hn::Mul(q, hn::Add(q, hn::Add(a, hn::Set(tag_, InteriorMargin<T>::cardioid))));
    const Mask cardioid =
        hn::And(hn::Le(left, hn::Mul(hn::Set(tag_, T(0.25)), b2)), hn::Ge(q, hn::Set(tag_, T(1.0 / 4096))));
    const Vec d = hn::Add(c_re, hn::Set(tag_, T(1)));
    const Mask disk = hn::Le(hn::MulAdd(d, d, b2), hn::Set(tag_, T(0.0625) - InteriorMargin<T>::disk));
    return hn::Or(cardioid, disk);
  }

  /// Fills the last vector up with copies of the last pixel, which do no harm.
  HWY_INLINE void pad() {
    if (packed_.count == 0) return;
    const std::size_t last = packed_.count - 1;
    for (std::size_t i = packed_.count; i % hn::Lanes(tag_) != 0; ++i) {
      packed_.re[i] = packed_.re[last];
      packed_.im[i] = packed_.im[last];
      packed_.c_re[i] = packed_.c_re[last];
      packed_.c_im[i] = packed_.c_im[last];
      packed_.x[i] = packed_.x[last];
    }
  }

  template <int... I>
  HWY_INLINE void work_off(std::integer_sequence<int, I...>) {
    Slot<T> slot[slots];
    Vec re[slots] = {(static_cast<void>(I), hn::Zero(tag_))...};
    Vec im[slots] = {(static_cast<void>(I), hn::Zero(tag_))...};
    Vec c_re[slots] = {(static_cast<void>(I), hn::Zero(tag_))...};
    Vec c_im[c_ims];
    c_im[0] = c_im_of_row();
    Vec mark_re[slots] = {(static_cast<void>(I), hn::Zero(tag_))...};
    Vec mark_im[slots] = {(static_cast<void>(I), hn::Zero(tag_))...};
    Mask live[slots] = {(static_cast<void>(I), hn::FirstN(tag_, 0))...};
    (load(slot[I], re[I], im[I], c_re[I], mark_re[I], mark_im[I], live[I]), ...);
    while ((slot[I].busy || ...) && !task_.cancelled()) {
      Vec ahead_re[slots] = {re[I]...};
      Vec ahead_im[slots] = {im[I]...};
      if constexpr (own_c_im) ((c_im[I] = c_im_of(slot[I])), ...);
      for (int i = 0; i < long_stride; ++i) (Ops::step(ahead_re[I], ahead_im[I], c_re[I], c_im[c_im_of_slot(I)]), ...);
      (advance(slot[I], re[I], im[I], c_re[I], mark_re[I], mark_im[I], live[I], ahead_re[I], ahead_im[I]), ...);
    }
  }

  HWY_INLINE void load(Slot<T>& slot, Vec& re, Vec& im, Vec& c_re, Vec& mark_re, Vec& mark_im, Mask& live) {
    slot.busy = next_ < packed_.count;
    if (!slot.busy) {
      live = hn::FirstN(tag_, 0);
      return;
    }
    slot.first = next_;
    slot.k = early_iterations + 1;
    slot.next_mark = 2 * slot.k;
    re = mark_re = hn::LoadU(tag_, packed_.re.data() + next_);
    im = mark_im = hn::LoadU(tag_, packed_.im.data() + next_);
    c_re = hn::LoadU(tag_, packed_.c_re.data() + next_);
    live = hn::FirstN(tag_, packed_.count - next_);
    next_ += hn::Lanes(tag_);
  }

  /// Calls `step` with these vectors in a function of its own. What is rare would otherwise stand in the code of each
  /// of the interleaved vectors, and take most of the compiler's time. Arithmetic as compiled is contracted there, too.
  template <class Step, class... Vectors>
  HWY_INLINE static auto rarely(Step step, Vectors... vectors) {
    if constexpr (std::is_same_v<A, AsCompiled>) {
      return apart_contracting(step, vectors...);
    } else {
      return apart(step, vectors...);
    }
  }
  template <class Step, class... Vectors>
  HWY_NOINLINE static auto apart(Step step, Vectors... vectors) {
    return step(vectors...);
  }
  template <class Step, class... Vectors>
  HETEROSCOPE_CONTRACTING HWY_NOINLINE static auto apart_contracting(Step step, Vectors... vectors) {
    return step(vectors...);
  }

  /// Handles the end of a stride: pixels that escaped during it are finished plainly from the stride's beginning.
  HWY_INLINE void advance(Slot<T>& slot, Vec& re, Vec& im, Vec& c_re, Vec& mark_re, Vec& mark_im, Mask& live,
                          Vec ahead_re, Vec ahead_im) {
    if (!slot.busy) return;
    // An iterate that escapes at the limit itself counts as inside.
    const bool at_limit = slot.k + long_stride >= task_.limit;
    const Mask inside =
        at_limit ? rarely([this, slot](auto... of) HWY_ATTR { return inside_to_the_limit(slot, of...); }, re, im, c_re)
                 : hn::Lt(Ops::norm(ahead_re, ahead_im), hn::Set(tag_, T(4)));
    const Mask leaving = hn::AndNot(inside, live);
    if (!hn::AllFalse(tag_, leaving))
      rarely([this, slot](auto... of) HWY_ATTR { finish_lanes(slot, of...); }, leaving, re, im, c_re);
    // Those that reached the limit hold their 0 already.
    live = at_limit ? hn::FirstN(tag_, 0) : hn::AndNot(leaving, live);
    if constexpr (Shortcuts) {
      live = hn::AndNot(hn::And(hn::Eq(ahead_re, mark_re), hn::Eq(ahead_im, mark_im)), live);
    }
    if (hn::AllFalse(tag_, live)) {
      load(slot, re, im, c_re, mark_re, mark_im, live);
      return;
    }
    re = ahead_re;
    im = ahead_im;
    slot.k += long_stride;
    if (Shortcuts && slot.k >= slot.next_mark) {
      mark_re = re;
      mark_im = im;
      slot.next_mark = 2 * slot.k;
    }
  }

  /// Repeats the stride from `re`, `im` with a test after each iteration, for the elements that escaped during it.
  HWY_INLINE void finish_lanes(const Slot<T>& slot, Mask leaving, Vec re, Vec im, Vec c_re) {
    HWY_ALIGN T lane_re[HWY_MAX_BYTES / sizeof(T)];
    HWY_ALIGN T lane_im[HWY_MAX_BYTES / sizeof(T)];
    HWY_ALIGN T lane_count[HWY_MAX_BYTES / sizeof(T)];
    if (task_.smooth) {
      hn::Store(re, tag_, lane_re);
      hn::Store(im, tag_, lane_im);
      for_lanes(leaving, [&](std::size_t i) {
        task_.finish(static_cast<int>(packed_.x[slot.first + i]), {lane_re[i], lane_im[i]}, slot.k);
      });
      return;
    }
    const Vec c_im = c_im_of(slot);
    const Vec four = hn::Set(tag_, T(4));
    const Vec one = hn::Set(tag_, T(1));
    Vec count = hn::Set(tag_, static_cast<T>(slot.k));
    for (int i = 0; i < long_stride; ++i) {
      count = hn::Add(count, hn::IfThenElseZero(hn::Lt(Ops::norm(re, im), four), one));
      Ops::step(re, im, c_re, c_im);
    }
    hn::Store(count, tag_, lane_count);
    for_lanes(leaving, [&](std::size_t i) { task_.out[static_cast<int>(packed_.x[slot.first + i])] = lane_count[i]; });
  }

  /// Makes the last iterations of a vector, fewer than a stride, each followed by a test.
  HWY_INLINE Mask inside_to_the_limit(const Slot<T>& slot, Vec re, Vec im, Vec c_re) const {
    const Vec c_im = c_im_of(slot);
    const Vec four = hn::Set(tag_, T(4));
    Mask inside = hn::FirstN(tag_, hn::Lanes(tag_));
    for (int k = slot.k; k < task_.limit; ++k) {
      inside = hn::And(inside, hn::Lt(Ops::norm(re, im), four));
      Ops::step(re, im, c_re, c_im);
    }
    return inside;
  }

  template <class Body>
  HWY_INLINE void for_lanes(Mask mask, Body body) const {
    std::uint64_t bits = 0;
    hn::StoreMaskBits(tag_, mask, reinterpret_cast<std::uint8_t*>(&bits));
    for (; bits != 0; bits &= bits - 1) body(static_cast<std::size_t>(std::countr_zero(bits)));
  }

  const Tag tag_;
  const RowTask<T>& task_;
  PackedPixels<T>& packed_;
  std::size_t next_ = 0;
};

template <class T, bool Shortcuts, class A>
HWY_INLINE void compute_in(const RowTask<T>& task, PackedPixels<T>& packed) {
  if (task.julia) return RowRun<T, Shortcuts, A, true, true>(task, packed).run();
  if (task.upright) return RowRun<T, Shortcuts, A, false, false>(task, packed).run();
  RowRun<T, Shortcuts, A, false, true>(task, packed).run();
}

template <class T, bool Shortcuts>
HETEROSCOPE_CONTRACTING HWY_NOINLINE void compute_as_compiled(const RowTask<T>& task, PackedPixels<T>& packed) {
  compute_in<T, Shortcuts, AsCompiled>(task, packed);
}

template <class T, bool Shortcuts>
void compute_simd_row(const RowTask<T>& task) {
  thread_local PackedPixels<T> packed(0);
  const std::size_t room = static_cast<std::size_t>(task.width) + 2 * hn::Lanes(hn::ScalableTag<T>());
  if (packed.x.size() < room) packed = PackedPixels<T>(room);
  switch (task.arithmetic) {
    case Arithmetic::fused:
      return compute_in<T, Shortcuts, Fused>(task, packed);
    case Arithmetic::separate:
      return compute_in<T, Shortcuts, Separate>(task, packed);
    case Arithmetic::as_compiled:
      return compute_as_compiled<T, Shortcuts>(task, packed);
  }
}

#undef HETEROSCOPE_CONTRACTING

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
