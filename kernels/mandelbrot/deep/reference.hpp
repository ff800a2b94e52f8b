#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/mandelbrot/deep/nucleus.hpp"
#include "kernels/mandelbrot/deep/orbit.hpp"

/// What all pixels of a view are computed from: the nucleus in it, or its center, and the orbit of that. Each is a
/// function of the view and the limit alone, whatever was asked for before; but nothing of it is computed twice.
namespace heteroscope::mandelbrot {

/// A view as its reference sees it.
struct ReferencePlace {
  FixedPoint center;
  Wide radius;     ///< no pixel is farther from the center
  Wide tolerance;  ///< to which a nucleus is found
};

/// The nucleus in a view, as far as it has been looked for.
class NucleusSearch {
 public:
  /// `next`: the iterates of the view's center.
  NucleusSearch(ReferencePlace place, std::function<const FixedPoint&()> next);
  /// Null: there is none of a period up to that, or it was given up.
  const Nucleus* find(int limit, const Onlooker& onlooker);

 private:
  struct Disk {
    PeriodSearch periods;
    bool tried = false;
    std::optional<Nucleus> nucleus{};
  };

  ReferencePlace place_;
  std::vector<Disk> disks_;
};

/// A view's reference, which grows with what is asked of it. One thread at a time.
template <class R>
class Reference {
 public:
  explicit Reference(const ReferencePlace& place);
  /// A point whose orbit is known to be periodic.
  explicit Reference(Nucleus nucleus);
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() = default;

  /// Whether the view has a nucleus of a period up to that; false also where it was given up.
  bool has_nucleus(int limit, const Onlooker& onlooker);
  /// To what pictures of that limit need; false: it was given up.
  bool grow(int limit, const Onlooker& onlooker);

  // as it was grown last
  [[nodiscard]] const FixedPoint& c() const { return *c_; }
  /// Without leaps, which depend on the view; of at least that limit's length.
  [[nodiscard]] const Orbit<R>& orbit() const { return *orbit_; }

 private:
  const Nucleus* nucleus(int limit, const Onlooker& onlooker);

  ReferencePlace place_;
  std::optional<Nucleus> given_;
  std::unique_ptr<GrowingOrbit<R>> of_center_;
  std::unique_ptr<NucleusSearch> search_;
  std::unique_ptr<GrowingOrbit<R>> of_nucleus_;
  const FixedPoint* c_ = nullptr;
  const Orbit<R>* orbit_ = nullptr;
};

}  // namespace heteroscope::mandelbrot
