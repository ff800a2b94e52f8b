#include "kernels/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope::mandelbrot {

NucleusSearch::NucleusSearch(ReferencePlace place, std::function<const FixedPoint&()> next) : place_(std::move(place)) {
  disks_.push_back({.periods = PeriodSearch(place_.radius, std::move(next))});
  // In a valley, where orbits stay close to each other for long, the disk outgrows the view's image; a smaller disk
  // then finds the period.
  for (const double share : {0x1p-3, 0x1p-6}) {
    const auto own = std::make_shared<FixedOrbit>(place_.center);
    disks_.push_back({.periods = PeriodSearch(place_.radius * wide(share), [own]() -> const FixedPoint& {
                        own->advance();
                        return own->z();
                      })});
  }
}

const Nucleus* NucleusSearch::find(int limit, const Observer& observer) {
  for (Disk& disk : disks_) {
    const std::optional<int> period = disk.periods.find(limit, observer.over("reference orbit: period"));
    if (!period) break;
    if (!disk.tried) {
      disk.nucleus = nucleus_near(place_.center, *period, place_.radius * wide(64), place_.tolerance,
                                  observer.over("reference orbit: nucleus"));
      disk.tried = !observer.waiter.asked();
    }
    if (disk.nucleus) return &*disk.nucleus;
  }
  return nullptr;
}

template <class R>
Reference<R>::Reference(const ReferencePlace& place)
    : place_(place), of_center_(std::make_unique<GrowingOrbit<R>>(place.center)) {
  search_ = std::make_unique<NucleusSearch>(place, [this]() -> const FixedPoint& { return of_center_->advance(); });
}

template <class R>
Reference<R>::Reference(Nucleus nucleus) : given_(std::move(nucleus)) {}

template <class R>
const Nucleus* Reference<R>::nucleus(int limit, const Observer& observer) {
  return given_ ? &*given_ : search_->find(limit, observer);
}

template <class R>
bool Reference<R>::has_nucleus(int limit, const Observer& observer) {
  return nucleus(limit, observer) != nullptr;
}

template <class R>
bool Reference<R>::grow(int limit, const Observer& observer) {
  const Nucleus* const found = nucleus(limit, observer);
  if (observer.waiter.asked()) return false;
  std::unique_ptr<GrowingOrbit<R>>& growing = found != nullptr ? of_nucleus_ : of_center_;
  c_ = found != nullptr ? &found->c : &place_.center;
  if (growing == nullptr) growing = std::make_unique<GrowingOrbit<R>>(*c_, found != nullptr ? found->period : 0);
  // The search needs no more iterates of the center.
  if (found != nullptr) of_center_.reset();
  orbit_ = &growing->orbit();
  return growing->grow(limit, observer.over("reference orbit"));
}

template <class R>
bool JuliaReference<R>::grow(int limit, const Observer& observer) {
  return of_zero_.grow(limit, observer.over("reference orbit: of 0")) &&
         of_center_.grow(limit, observer.over("reference orbit"));
}

template <class R>
typename JuliaReference<R>::Joined JuliaReference<R>::joined(int limit) const {
  Joined out;
  const auto add = [&](const Orbit<R>& orbit) {
    const auto count = std::min(std::ssize(orbit.entries), std::ptrdiff_t{limit} + 1);
    out.orbit.entries.insert(out.orbit.entries.end(), orbit.entries.begin(), orbit.entries.begin() + count);
  };
  add(of_zero_.orbit());
  out.last = out.orbit.length();
  add(of_center_.orbit());
  return out;
}

template class JuliaReference<double>;
template class JuliaReference<Wide>;
template class JuliaReference<DoubleDouble>;
template class Reference<double>;
template class Reference<Wide>;
template class Reference<DoubleDouble>;

}  // namespace heteroscope::mandelbrot
