#include "core/model/settings/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/message.hpp"
#include "core/model/bound.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

constexpr int most_threads_in_block = 1024;

// A decimal number without a sign; one beyond long long counts as that type's largest.
std::optional<long long> whole_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789-") != text.npos) return std::nullopt;
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::numeric_limits<long long>::max();
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string variant_ids(const Workload& workload) {
  std::string out;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& named : stage.variants) {
      if (!out.empty()) out += ", ";
      if (workload.stages.size() > 1) out.append(stage.id).append("=");
      out += named.id;
    }
  }
  return out;
}

}  // namespace

Settings default_settings(const Workload& workload) {
  Settings settings;
  settings.problem.workload = workload.id;
  settings.problem.parameters = initial_values(workload.parameters);
  for (const Stage& stage : workload.stages) {
    settings.execution.variants.emplace(stage.id,
                                        StageChoice{std::string(stage.default_cpu), std::string(stage.default_gpu)});
  }
  if (workload.image) {
    settings.problem.source.id = workload.image->default_source;
    if (const Pattern* pattern = find_pattern(workload.image->default_source))
      settings.problem.source.number = pattern->initial;
  }
  if (workload.iterates()) settings.problem.steps = workload.iteration()->default_steps;
  settings.look.scale = id_of(workload.coloring.scale);
  if (!workload.coloring.palette.empty()) settings.look.palette = workload.coloring.palette;
  return settings;
}

Problem canonical(Problem problem, const Workload& workload) {
  const std::optional<std::any> parameters = bound(workload, problem.parameters);
  if (!parameters) return problem;
  for (const Parameter& each : workload.parameters) problem.parameters.try_emplace(std::string(each.id), each.initial);
  if (problem.source.id != file_source) problem.channel = {};
  if (workload.image && workload.reads_source(*parameters)) return problem;
  problem.source = {};
  problem.channel = {};
  problem.size = workload.extent(*parameters, problem.size, problem.precision).size;
  return problem;
}

Problem start_of(Problem problem, const Workload& workload) {
  problem.steps = 0;
  problem.strokes.clear();
  if (!workload.has_own_state()) return problem;
  problem.size = {};
  for (const std::string_view id : workload.iteration()->shape->shown_by) problem.parameters.erase(std::string(id));
  return problem;
}

double step_operations(const Problem& problem, const Workload& workload) {
  const std::any parameters = workload.bind(problem.parameters);
  const Size size = workload.extent(parameters, problem.size, problem.precision).size;
  return workload.work(parameters, size, problem.precision, {}).operations;
}

std::int64_t steps_worth(double operations, std::int64_t most, const Problem& problem, const Workload& workload) {
  const double step = std::max(step_operations(problem, workload), 1.0);
  return std::clamp(static_cast<std::int64_t>(operations / step), std::int64_t{1}, most);
}

std::string check_stroke(const Stroke& stroke, std::int64_t previous_step) {
  if (stroke.step < 0 || stroke.step > most_steps) {
    return fmt::format("step: {} is outside 0 to {}", stroke.step, most_steps);
  }
  if (stroke.step < previous_step) {
    return fmt::format("step: {} comes after {}; strokes must be in the order of their steps", stroke.step,
                       previous_step);
  }
  // written so that a NaN is outside
  if (!(stroke.x >= 0 && stroke.x <= 1)) return fmt::format("x: {} is outside 0 to 1", stroke.x);
  if (!(stroke.y >= 0 && stroke.y <= 1)) return fmt::format("y: {} is outside 0 to 1", stroke.y);
  if (!(stroke.radius > 0 && stroke.radius <= 1)) {
    return fmt::format("radius: {} is not between 0 and 1", stroke.radius);
  }
  if (!std::isfinite(stroke.amount)) return fmt::format("amount: {} is not a finite number", stroke.amount);
  return {};
}

void apply_scene(Settings& settings, const Workload& workload, const Scene& scene) {
  for (const auto& [id, value] : scene.values) settings.problem.parameters[id] = value;
  if (!workload.navigation || settings.problem.size.width <= settings.problem.size.height ||
      settings.problem.size.height <= 0)
    return;
  const Parameter* span = workload.find_parameter(workload.navigation->span);
  const auto found = scene.values.find(workload.navigation->span);
  if (span == nullptr || found == scene.values.end()) return;
  // A number that a person can read and copy; ten digits are far finer than a pixel.
  constexpr int digits = 10;
  Value fitted;
  if (found->second.is_double()) {
    const double width = found->second * settings.problem.size.width / settings.problem.size.height;
    fitted = std::stod(fmt::format("{:.{}g}", width, digits));
  } else {
    const Decimal width =
        found->second.decimal() * (static_cast<double>(settings.problem.size.width) / settings.problem.size.height);
    fitted = width.rounded(width.magnitude() + 1 - digits);
  }
  settings.problem.parameters[found->first] = clamped(*span, fitted);
}

void choose_variant(Settings& settings, const Workload& workload, std::string_view text) {
  const std::size_t equals = text.find('=');
  const bool named_stage = equals != text.npos;
  const std::string_view stage_id = named_stage ? text.substr(0, equals) : std::string_view{};
  const std::string_view id = named_stage ? text.substr(equals + 1) : text;

  std::vector<const Stage*> holders;
  bool stage_known = false;
  for (const Stage& stage : workload.stages) {
    if (named_stage && stage.id != stage_id) continue;
    stage_known = true;
    if (stage.find(id) != nullptr) holders.push_back(&stage);
  }
  if (named_stage && !stage_known) {
    throw BadInput(Wrong::unknown, "variant",
                   fmt::format("variant {}: {} has no stage {} (known: {})", quote(text), workload.id, quote(stage_id),
                               list_ids(workload.stages, [](const Stage& stage) { return stage.id; })));
  }
  if (holders.empty()) {
    throw BadInput(
        Wrong::unknown, "variant",
        fmt::format("variant: {} is unknown in {} (known: {})", quote(text), workload.id, variant_ids(workload)));
  }
  if (holders.size() > 1) {
    throw BadInput(
        Wrong::value, "variant",
        fmt::format("variant: {} exists in several stages of {}; name one: {}", quote(text), workload.id,
                    list_ids(holders, [&](const Stage* stage) { return fmt::format("{}={}", stage->id, id); })));
  }
  StageChoice& choice = settings.execution.variants[std::string(holders[0]->id)];
  (holders[0]->find(id)->processor == Processor::cpu ? choice.cpu : choice.gpu) = id;
}

std::vector<int> tunable_values(const Knobs& knobs, const TunableChoice& chosen) {
  std::vector<int> out;
  for (const Tunable& each : knobs.tunables) {
    const auto found = chosen.find(each.id);
    out.push_back(found == chosen.end() ? each.initial : found->second);
  }
  return out;
}

const KnownTunables::One* KnownTunables::find(std::string_view id) const {
  const auto found = std::ranges::find(all, id, [](const One& each) { return each.of->id; });
  return found == all.end() ? nullptr : &*found;
}

KnownTunables known_tunables(const Workload& workload) {
  KnownTunables out;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& named : stage.variants) {
      out.whole = out.whole && named.variant->run != nullptr;
      for (const Tunable& each : named.variant->knobs.tunables) {
        auto one = std::ranges::find(out.all, each.id, [](const auto& known) { return known.of->id; });
        if (one == out.all.end()) one = out.all.insert(one, {&each, {}});
        for (const int value : each.values) {
          const auto place = std::ranges::lower_bound(one->values, value);
          if (place == one->values.end() || *place != value) one->values.insert(place, value);
        }
      }
    }
  }
  return out;
}

std::string check_tunable(const Workload& workload, std::string_view id, int value) {
  const KnownTunables known = known_tunables(workload);
  const KnownTunables::One* const one = known.find(id);
  if (one == nullptr) {
    if (!known.whole) return {};
    if (known.all.empty()) return fmt::format("no variant of {} has a tunable", workload.id);
    return fmt::format("{} is unknown in {} (known: {})", quote(id), workload.id,
                       list_ids(known.all, [](const auto& each) { return each.of->id; }));
  }
  if (!known.whole || std::ranges::binary_search(one->values, value)) return {};
  return fmt::format("{}: {} is not one of {}", id, value, fmt::join(one->values, ", "));
}

Size parse_size(std::string_view what, std::string_view text) {
  const std::size_t cross = text.find_first_of("xX");
  const auto width = whole_number(text.substr(0, cross));
  const auto height = cross == text.npos ? std::nullopt : whole_number(text.substr(cross + 1));
  if (!width || !height) {
    throw BadInput(Wrong::kind, std::string(what),
                   fmt::format("{}: {} is not a size (WIDTHxHEIGHT, for example 1280x720)", what, quote(text)));
  }
  const auto fits = [](long long side) { return side >= 1 && side <= longest_side; };
  if (!fits(*width) || !fits(*height)) {
    throw BadInput(Wrong::value, std::string(what),
                   fmt::format("{}: {} is outside 1x1 to {}x{}", what, quote(text), longest_side, longest_side));
  }
  return {static_cast<int>(*width), static_cast<int>(*height)};
}

BlockShape parse_block(std::string_view text) {
  const std::size_t cross = text.find_first_of("xX");
  const auto x = whole_number(text.substr(0, cross));
  const auto y = cross == text.npos ? std::optional(1LL) : whole_number(text.substr(cross + 1));
  if (!x || !y) {
    throw BadInput(Wrong::kind, "block",
                   fmt::format("block: {} is not a block shape (WxH or W, for example 32x8)", quote(text)));
  }
  const bool fits = *x >= 1 && *y >= 1 && *x <= most_threads_in_block && *y <= most_threads_in_block &&
                    *x * *y <= most_threads_in_block;
  if (!fits) {
    throw BadInput(Wrong::value, "block",
                   fmt::format("block: {} is too large or too small: a block has 1 to {} threads", quote(text),
                               most_threads_in_block));
  }
  return {static_cast<int>(*x), static_cast<int>(*y)};
}

}  // namespace heteroscope
