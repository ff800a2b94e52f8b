#include "app/window/model/times/run_history.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/window/model/times/frame_history.hpp"
#include "app/window/model/times/iterating.hpp"

namespace heteroscope {
namespace {

constexpr std::string_view error_prefix = "error, ";
constexpr double rate_window_s = 1;

double total_of(const Frame& frame) {
  const Size size = frame.field.size();
  return frame.summary.sum / (std::max(size.width - 1.0, 1.0) * std::max(size.height - 1.0, 1.0));
}

}  // namespace

void RunHistory::clear() {
  moments_.clear();
  labels_.clear();
  of_.reset();
}

void RunHistory::add(const Frame& frame) {
  const Settings& settings = frame.plan.settings;
  const Workload& workload = *frame.plan.workload;
  std::vector<const Variant*> own = own_variants_of(frame.plan);
  const bool goes_on = of_ && own_ == own && same_problem(*of_, settings, workload) && !moments_.empty() &&
                       frame.steps >= moments_.back().steps &&
                       settings.problem.strokes.size() >= of_->problem.strokes.size();
  if (!goes_on) clear();
  of_ = settings;
  own_ = std::move(own);
  // there is one moment for each step, the newest, also after painting
  if (!moments_.empty() && moments_.back().steps == frame.steps) moments_.pop_back();
  Moment moment{.steps = frame.steps, .time = static_cast<double>(frame.steps), .total = total_of(frame), .errors = {}};
  if (workload.iteration()->step_time != nullptr) moment.time *= workload.iteration()->step_time(frame.plan.parameters);
  moment.errors.assign(labels_.size(), std::numeric_limits<double>::quiet_NaN());
  for (const Figure& figure : frame.figures) {
    if (!figure.label.starts_with(error_prefix)) continue;
    const std::string label(figure.label.substr(error_prefix.size()));
    const auto known = std::ranges::find(labels_, label) - labels_.begin();
    if (known == std::ssize(labels_)) {
      labels_.push_back(label);
      moment.errors.push_back(0);
      for (Moment& each : moments_) each.errors.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    moment.errors[static_cast<std::size_t>(known)] = figure.value;
  }
  moments_.push_back(std::move(moment));
  if (moments_.size() <= longest) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moments_.size(); i += 2) moments_[kept++] = std::move(moments_[i]);
  moments_.resize(kept);
}

Curve curve_of(const Frame& frame) {
  Curve out{.label = {}, .points = frame.measured};
  for (const Parameter& parameter : frame.plan.workload->parameters) {
    if (parameter.kind != ParameterKind::choice) continue;
    const auto found = frame.plan.settings.problem.parameters.find(parameter.id);
    const double value =
        found == frame.plan.settings.problem.parameters.end() ? parameter.initial : static_cast<double>(found->second);
    out.label += (out.label.empty() ? "" : " ") + value_text(parameter, value);
  }
  out.label += (out.label.empty() ? "" : ", ") + sample_of(frame, 0, DisplayWay::host_copy).variant;
  return out;
}

std::size_t KeptCurves::next_color() const {
  std::size_t out = 0;
  while (std::ranges::find(curves_, out, &Curve::color) != curves_.end()) ++out;
  return out;
}

void KeptCurves::keep(Curve curve) {
  curve.color = next_color();
  std::erase_if(curves_, [&](const Curve& each) { return each.label == curve.label; });
  curves_.push_back(std::move(curve));
  if (curves_.size() > most) curves_.pop_front();
}

void StepRate::add(double now_s, std::int64_t steps) {
  if (!shown_.empty() && steps < shown_.back().second) clear();
  shown_.emplace_back(now_s, steps);
  while (shown_.size() > 2 && now_s - shown_.front().first > rate_window_s) shown_.pop_front();
}

double StepRate::per_s() const {
  if (shown_.size() < 2) return 0;
  const double seconds = shown_.back().first - shown_.front().first;
  return seconds > 0 ? static_cast<double>(shown_.back().second - shown_.front().second) / seconds : 0;
}

}  // namespace heteroscope
