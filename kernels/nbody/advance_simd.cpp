#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/nbody/advance_simd.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include <algorithm>

#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/nbody/pulled_bodies.hpp"
#include "kernels/nbody/reference.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::nbody::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vec = hn::Vec<Tag<T>>;
template <class T>
inline constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag<T>()));

/// The number of vectors of pulled bodies that are computed together: an interaction is a chain of 19 dependent
/// instructions, and four such chains keep two units with a latency of four cycles busy.
inline constexpr int together = 4;

/// root_seed() for vectors.
HWY_INLINE Vec<float> seed(Vec<float> x) {
  const hn::RebindToUnsigned<Tag<float>> bits;
  return hn::BitCast(Tag<float>(), hn::Sub(hn::Set(bits, 0x5f3759dfU), hn::ShiftRight<1>(hn::BitCast(bits, x))));
}
HWY_INLINE Vec<double> seed(Vec<double> x) {
  const hn::RebindToUnsigned<Tag<double>> bits;
  return hn::BitCast(Tag<double>(),
                     hn::Sub(hn::Set(bits, 0x5fe6eb50c7b537a9ULL), hn::ShiftRight<1>(hn::BitCast(bits, x))));
}

/// The functions of the same names in interaction.hpp, for vectors.
template <class T>
HWY_INLINE Vec<T> root_power(Vec<T> h) {
  const Tag<T> d;
  Vec<T> p = hn::Set(d, Powers<T>::root(Powers<T>::root_degree));
  for (int i = Powers<T>::root_degree - 1; i >= 0; --i) p = hn::MulAdd(p, h, hn::Set(d, Powers<T>::root(i)));
  return p;
}
template <class T>
HWY_INLINE Vec<T> cube_power(Vec<T> h) {
  const Tag<T> d;
  Vec<T> p = hn::Set(d, Powers<T>::cube(Powers<T>::cube_degree));
  for (int i = Powers<T>::cube_degree - 1; i >= 0; --i) p = hn::MulAdd(p, h, hn::Set(d, Powers<T>::cube(i)));
  return p;
}
template <class T>
HWY_INLINE Vec<T> mass_by_cube(Vec<T> mass, Vec<T> x) {
  const auto one = hn::Set(Tag<T>(), T(1));
  Vec<T> y = seed(x);
  if constexpr (sizeof(T) == 8) y = hn::Mul(y, root_power<T>(hn::NegMulAdd(x, hn::Mul(y, y), one)));
  const auto square = hn::Mul(y, y);
  const auto h = hn::NegMulAdd(x, square, one);
  return hn::Mul(hn::Mul(hn::Mul(mass, y), square), cube_power<T>(h));
}

/// `together` vectors of bodies, and the sums of the pulls on them.
template <class T>
class Group {
 public:
  static constexpr int size = together * lanes<T>;

  /// There may be fewer than `size` bodies; then the last one also stands for those that are missing.
  HWY_INLINE Group(const PulledBodies<T>& of, int first) {
    const Tag<T> d;
    HWY_ALIGN T x[size], y[size], z[size];
    for (int i = 0; i < size; ++i) {
      const Body<T>& at = of.bodies[std::min(first + i, of.rows.end - 1)];
      x[i] = at.x;
      y[i] = at.y;
      z[i] = at.z;
    }
    for (int k = 0; k < together; ++k) {
      x_[k] = hn::Load(d, x + k * lanes<T>);
      y_[k] = hn::Load(d, y + k * lanes<T>);
      z_[k] = hn::Load(d, z + k * lanes<T>);
      sum_x_[k] = sum_y_[k] = sum_z_[k] = hn::Zero(d);
    }
  }

  HWY_INLINE void add_segment(const Body<T>* begin, const Body<T>* end, T softening_squared) {
    const Tag<T> d;
    const auto softening = hn::Set(d, softening_squared);
    Vec<T> part_x[together], part_y[together], part_z[together];
    for (int k = 0; k < together; ++k) part_x[k] = part_y[k] = part_z[k] = hn::Zero(d);
    for (const Body<T>* other = begin; other != end; ++other) {
      const auto ox = hn::Set(d, other->x);
      const auto oy = hn::Set(d, other->y);
      const auto oz = hn::Set(d, other->z);
      const auto mass = hn::Set(d, other->mass);
      for (int k = 0; k < together; ++k) {
        const auto dx = hn::Sub(ox, x_[k]);
        const auto dy = hn::Sub(oy, y_[k]);
        const auto dz = hn::Sub(oz, z_[k]);
        const auto far = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::MulAdd(dx, dx, softening)));
        const auto pull = mass_by_cube<T>(mass, far);
        part_x[k] = hn::MulAdd(dx, pull, part_x[k]);
        part_y[k] = hn::MulAdd(dy, pull, part_y[k]);
        part_z[k] = hn::MulAdd(dz, pull, part_z[k]);
      }
    }
    for (int k = 0; k < together; ++k) {
      sum_x_[k] = hn::Add(sum_x_[k], part_x[k]);
      sum_y_[k] = hn::Add(sum_y_[k], part_y[k]);
      sum_z_[k] = hn::Add(sum_z_[k], part_z[k]);
    }
  }

  HWY_INLINE void store(const PulledBodies<T>& of, int first) const {
    const Tag<T> d;
    HWY_ALIGN T x[size], y[size], z[size];
    for (int k = 0; k < together; ++k) {
      hn::Store(sum_x_[k], d, x + k * lanes<T>);
      hn::Store(sum_y_[k], d, y + k * lanes<T>);
      hn::Store(sum_z_[k], d, z + k * lanes<T>);
    }
    const int some = std::min(size, of.rows.end - first);
    for (int i = 0; i < some; ++i) of.pulls[first - of.rows.begin + i] = {x[i], y[i], z[i]};
  }

 private:
  Vec<T> x_[together], y_[together], z_[together];
  Vec<T> sum_x_[together], sum_y_[together], sum_z_[together];
};

template <class T>
HWY_INLINE void pull_all(const PulledBodies<T>& of) {
  const int length = segment_of(of.count);
  for (int first = of.rows.begin; first < of.rows.end; first += Group<T>::size) {
    Group<T> group(of, first);
    for (int begin = 0; begin < of.count && !of.cancel.is_set(); begin += length)
      group.add_segment(of.bodies + begin, of.bodies + std::min(begin + length, of.count), of.softening_squared);
    group.store(of, first);
  }
}

}  // namespace

void pull_fp32(const PulledBodies<float>& of) {
  pull_all(of);
}
void pull_fp64(const PulledBodies<double>& of) {
  pull_all(of);
}

}  // namespace heteroscope::nbody::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::nbody {
namespace {

HWY_EXPORT(pull_fp32);
HWY_EXPORT(pull_fp64);

constexpr int chunk = 64;  // bodies: whole groups in every instruction set and both precisions

template <class T, class Pull>
void advance(const IterateJob& job, Pull pull) {
  take_steps<T>(job, [&](const std::vector<Body<T>>& bodies, const StepTimes<T>& t) {
    const auto pull_chunk = [&](int first) {
      Vector<T> pulls[chunk];
      const Rows rows{first, std::min(first + chunk, job.rows.end)};
      pull({bodies.data(), static_cast<int>(bodies.size()), rows, t.softening_squared, pulls, job.cancel});
      for (int i = rows.begin; i < rows.end; ++i) {
        finish_step(job.planes[1].row<T>(i), job.planes[0].row<T>(i), bodies[static_cast<std::size_t>(i)],
                    pulls[i - rows.begin], t);
      }
    };
    parallel_rows(job, pull_chunk, chunk);
  });
}

void run(const IterateJob& job) {
  if (job.precision() == Precision::fp32) {
    advance<float>(job, HETEROSCOPE_TARGET_OF(pull_fp32, job));
  } else {
    advance<double>(job, HETEROSCOPE_TARGET_OF(pull_fp64, job));
  }
}

}  // namespace

extern const Variant advance_simd;
const Variant advance_simd{
    .processor = Processor::cpu,
    .summary = "SIMD (Highway): vectors of bodies, four vectors at a time; each thread has a range of bodies.",
    .knobs = simd_knobs,
    .run = run,
    .unavailable = simd_unavailable};

}  // namespace heteroscope::nbody
#endif
