#include "app/window/features/scope/timeline_area.hpp"

namespace heteroscope {

UnitSpan units_looked_at(const WindowModel& model) {
  const ScopeState& scope = model.scope;
  return scope.units.value_or(UnitSpan{0, static_cast<double>(scope.show->timeline->units.count())});
}

Stretch held(Stretch span, const Stretch& whole, double least) {
  const double length = std::clamp(span.length(), std::min(least, whole.length()), whole.length());
  const double middle = (span.from + span.to) / 2;
  const double from = std::clamp(middle - length / 2, whole.from, whole.to - length);
  return {from, from + length};
}

Stretch zoomed(const Stretch& span, double at, double factor) {
  return {at + (span.from - at) * factor, at + (span.to - at) * factor};
}

}  // namespace heteroscope
