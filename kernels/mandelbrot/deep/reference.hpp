#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/mandelbrot/deep/nucleus.hpp"
#include "kernels/mandelbrot/deep/orbit.hpp"

/// The reference of a view, from which all of its pixels are computed: a nucleus in it, or otherwise its center, and
/// the orbit of that point. Both are functions of the view and the limit alone, whatever was asked for before; but
/// nothing is computed twice.
namespace heteroscope::mandelbrot {

/// The part of the plane that a view's reference is looked for in.
struct ReferencePlace {
  FixedPoint center;
  Wide radius;     ///< no pixel is farther from the center
  Wide tolerance;  ///< the precision to which a nucleus is found
};

/// The search for a nucleus in a view, which can be continued.
class NucleusSearch {
 public:
  /// `next` returns the iterates of the view's center one after the other.
  NucleusSearch(ReferencePlace place, std::function<const FixedPoint&()> next);
  /// Null if there is none with a period up to the limit, or if the search was given up.
  const Nucleus* find(int limit, const Observer& observer);

 private:
  struct Disk {
    PeriodSearch periods;
    bool tried = false;
    std::optional<Nucleus> nucleus{};
  };

  ReferencePlace place_;
  std::vector<Disk> disks_;
};

/// The reference of a view; it grows with what is asked of it. One thread at a time may use it.
template <class R>
class Reference {
 public:
  explicit Reference(const ReferencePlace& place);
  /// A reference at a point whose orbit is known to be periodic.
  explicit Reference(Nucleus nucleus);
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() = default;

  /// Whether the view has a nucleus with a period up to the limit; false also if the search was given up.
  bool has_nucleus(int limit, const Observer& observer);
  /// Extends the orbit to what pictures with that limit need; false if it was given up.
  bool grow(int limit, const Observer& observer);

  // The results of the last call of grow() follow.
  [[nodiscard]] const FixedPoint& c() const { return *c_; }
  /// The orbit, at least as long as that limit, without leaps, which depend on the view.
  [[nodiscard]] const Orbit<R>& orbit() const { return *orbit_; }

 private:
  const Nucleus* nucleus(int limit, const Observer& observer);

  ReferencePlace place_;
  std::optional<Nucleus> given_;
  std::unique_ptr<GrowingOrbit<R>> of_center_;
  std::unique_ptr<NucleusSearch> search_;
  std::unique_ptr<GrowingOrbit<R>> of_nucleus_;
  const FixedPoint* c_ = nullptr;
  const Orbit<R>* orbit_ = nullptr;
};

/// The reference of a view of a Julia set: the orbit of 0, to which an orbit is rebased that comes nearer to 0 than to
/// its reference, and that of the view's center, with which all begin. It grows as a Reference does.
template <class R>
class JuliaReference {
 public:
  JuliaReference(const FixedPoint& c, const FixedPoint& center) : of_zero_(c), of_center_(c, center), center_(center) {}

  /// Extends both orbits to what pictures with that limit need; false if it was given up.
  bool grow(int limit, const Observer& observer);
  [[nodiscard]] const FixedPoint& center() const { return center_; }
  /// The orbit of 0 and behind it that of the center, each as far as a limit asks for.
  struct Joined {
    Orbit<R> orbit;
    int last = 0;  ///< the place of the first one's last iterate
  };
  [[nodiscard]] Joined joined(int limit) const;

 private:
  GrowingOrbit<R> of_zero_;
  GrowingOrbit<R> of_center_;
  FixedPoint center_;
};

}  // namespace heteroscope::mandelbrot
