#include "core/model/study.hpp"

#include <cmath>

namespace heteroscope {

double observed_order(const StudyCurve& curve, std::size_t i) {
  const StudyPoint& a = curve.points.at(i);
  const StudyPoint& b = curve.points.at(i + 1);
  return std::log(a.error / b.error) / std::log(a.step / b.step) + 0.0;  // 0, not -0, where errors are equal
}

double observed_order(const StudyCurve& curve) {
  return curve.points.size() < 2 ? 0.0 : observed_order(curve, curve.points.size() - 2);
}

}  // namespace heteroscope
