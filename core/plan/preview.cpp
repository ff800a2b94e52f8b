#include "core/plan/preview.hpp"

#include "core/base/ceil_div.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double worth_ms = 40;            // a full frame that takes longer is preceded by a coarse one
constexpr double budget_ms = 20;           // that the coarse one should take
constexpr double budget_elsewhere_ms = 8;  // beside what each frame's way takes, on which two are at once
constexpr int first_factor = 8;            // while speed is unknown
constexpr int first_on_gpu = 4;            // of what may need many iterations a pixel
constexpr int coarsest = 32;
constexpr double worth_second_ms = 600;  // a full frame that takes longer is preceded by a second preview
constexpr int finer = 4;                 // of that one, which so takes a 16th of the full frame's time

}  // namespace

int preview_factor(const Plan& plan, double pixel_ms, double most_pixels) {
  // a source's picture at another size is another picture, an iteration on another grid another state or the same one
  // to be computed twice, and what has a size of its own another problem
  if (plan.workload->image || plan.workload->iterates() ||
      plan.workload->size_parameter(plan.settings.problem.parameters) != nullptr)
    return 1;
  const auto area = static_cast<double>(plan.output.size.area());
  const bool may_be_slow = plan.uses_cpu() || !plan.settings.execution.machine.empty();
  if (pixel_ms <= 0) return may_be_slow ? first_factor : plan.workload->table ? first_on_gpu : 1;
  const double full_ms = area * pixel_ms;
  if (full_ms <= worth_ms && area <= most_pixels) return 1;
  const double budget = plan.settings.execution.machine.empty() ? budget_ms : budget_elsewhere_ms;
  const double fewer = std::max(full_ms / budget, area / most_pixels);
  const int factor = static_cast<int>(std::ceil(std::sqrt(fewer)));
  return std::clamp(factor, 2, coarsest);
}

double pixels_within(double most_bytes, double bytes, double pixels) {
  constexpr double power = 0.75;
  return bytes <= 0 ? std::numeric_limits<double>::infinity() : pixels * std::pow(most_bytes / bytes, 1 / power);
}

int finer_preview_factor(const Plan& plan, int coarse, double pixel_ms) {
  const double full_ms = static_cast<double>(plan.output.size.area()) * pixel_ms;
  return full_ms > worth_second_ms && coarse > finer ? finer : 1;
}

bool takes_alike(const Plan& one, const Plan& other) {
  constexpr double much = 8;
  if (one.workload != other.workload) return false;
  const auto& navigation = one.workload->navigation;
  if (!navigation) return true;
  const auto value = [](const Plan& of, std::string_view id) {
    return of.problem.parameters.at(std::string(id)).decimal();
  };
  if (navigation->julia && value(one, navigation->julia->on) != value(other, navigation->julia->on)) return false;
  const Decimal span = value(one, navigation->span);
  const double wider = ratio(value(other, navigation->span), span);
  if (!(wider < much && wider * much > 1)) return false;
  return std::ranges::all_of(std::array{navigation->center_x, navigation->center_y}, [&](std::string_view id) {
    return std::abs(ratio(value(other, id) - value(one, id), span)) < std::max(wider, 1.0);
  });
}

Settings coarse(Settings settings, int factor) {
  settings.problem.size = {ceil_div(settings.problem.size.width, factor),
                           ceil_div(settings.problem.size.height, factor)};
  return settings;
}

}  // namespace heteroscope
