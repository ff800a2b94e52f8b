#include "core/verify/random_case.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/source.hpp"
#include "core/model/usual_range.hpp"
#include "core/numbers/dice.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {

namespace {

constexpr int largest_side = 65536;

double random_value(Dice& dice, const Parameter& parameter) {
  const double low = parameter.minimum;
  const double high = usual_maximum(parameter);
  switch (parameter.kind) {
    case ParameterKind::boolean:
      return static_cast<double>(dice.whole(0, 1));
    case ParameterKind::choice:
      return static_cast<double>(dice.whole(0, std::ssize(parameter.choices) - 1));
    case ParameterKind::integer:
      return static_cast<double>(corner_number(dice, static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)));
    case ParameterKind::real:
    case ParameterKind::decimal:
      break;
  }
  switch (dice.whole(0, 4)) {
    case 0:
      return low;
    case 1:
      return high;
    case 2:
      return low > 0 ? dice.logarithmic(low, high) : dice.real(low, high);
    case 3:
      // near the initial value, where views are worth looking at
      return std::clamp(parameter.initial * dice.real(0.5, 2), low, high);
    default:
      return dice.real(low, high);
  }
}

/// A side: small, aligned, a power of two and beside it, any up to `most`.
int side(Dice& dice, int most) {
  switch (dice.whole(0, 5)) {
    case 0:
      return dice.whole_int(1, std::min(most, 9));
    case 1:
    case 2:
      return std::min(most, dice.one_of({4, 8, 16, 32, 64, 112, 128, 256}) * dice.whole_int(1, 12));
    case 3:
      return std::clamp((1 << dice.whole_int(0, 16)) + dice.whole_int(-1, 1), 1, most);
    default:
      return dice.whole_int(1, most);
  }
}

Size random_size(Dice& dice) {
  switch (dice.whole(0, 9)) {
    case 0:
      return {side(dice, largest_side), dice.whole_int(1, 3)};
    case 1:
      return {dice.whole_int(1, 3), side(dice, largest_side)};
    case 2:
      return {side(dice, 16384), side(dice, 128)};
    case 3:
      return {side(dice, 4096), side(dice, 4096)};
    default:
      return {side(dice, 600), side(dice, 400)};
  }
}

Source random_source(Dice& dice, const RandomCases& from, const Workload& workload) {
  if (!workload.image) return {};
  if (dice.chance(0.1)) {
    for (const Workload* each : from.workloads) {
      if (each->serves_as_source) return {.id = std::string(each->id)};
    }
  }
  const Pattern& pattern = dice.chance(0.5) ? *find_pattern("noise") : dice.one_of(patterns());
  Source out{.id = std::string(pattern.id), .number = pattern.initial};
  if (!pattern.number_label.empty() && dice.chance(0.7)) out.number = random_value(dice, number_of(pattern));
  return out;
}

/// The scene's or the verify case's values, or each drawn by itself.
Values random_values(Dice& dice, const Workload& workload) {
  Values values = initial_values(workload.parameters);
  std::vector<const Values*> known;
  for (const Scene& each : workload.scenes) known.push_back(&each.values);
  for (const VerifyCase& each : workload.verify_cases) known.push_back(&each.values);
  if (!known.empty() && dice.chance(0.3)) {
    for (const auto& [id, value] : *dice.one_of(known)) values[id] = value;
  }
  const double share = dice.one_of({0.0, 0.3, 0.6, 1.0});
  for (const Parameter& each : workload.parameters) {
    if (dice.chance(share)) values[std::string(each.id)] = random_value(dice, each);
  }
  return values;
}

/// The values can be a problem's, and nearly always one that does not go past a stability limit: what does soon holds
/// nothing but infinities.
bool are_possible(Dice& dice, const Workload& workload, const Values& values) {
  try {
    const std::any bound = workload.bind(values);
    if (workload.incomparable && !workload.incomparable->why(bound).empty()) return false;
    return workload.past_limit(values).empty() || dice.chance(0.1);
  } catch (const BadInput&) {
    return false;  // values that do not go together, which every command refuses
  }
}

std::vector<Stroke> random_strokes(Dice& dice, std::int64_t steps) {
  std::vector<Stroke> out;
  std::int64_t step = 0;
  for (std::int64_t left = dice.whole(1, 4); left > 0; --left) {
    step = std::min(steps, step + dice.whole(0, std::max<std::int64_t>(1, steps / 2)));
    out.push_back({.step = step,
                   .x = dice.one_of({0.0, 1.0, dice.unit()}),
                   .y = dice.one_of({0.0, 1.0, dice.unit()}),
                   .radius = dice.one_of({0.001, 0.1, 1.0}),
                   .amount = dice.real(-2, 2)});
  }
  return out;
}

bool wanted(const CaseFilter& filter, const Stage& stage, const NamedVariant& each) {
  if (filter.variants.empty()) return true;
  const auto named = [&](const std::string& word) {
    return word == each.id || word == std::string(stage.id) + '=' + std::string(each.id);
  };
  return std::ranges::any_of(filter.variants, named);
}

/// One of the stage's variants for the processor and the precision; wanted ones where there are such. Empty if none
/// can.
std::string random_variant(Dice& dice, const RandomCases& from, const Stage& stage, Processor processor,
                           Precision precision) {
  std::vector<std::string_view> able;
  std::vector<std::string_view> asked;
  for (const NamedVariant& each : stage.variants) {
    const auto& precisions = each.variant->knobs.precisions;
    const bool fits = precisions.empty() || std::ranges::find(precisions, precision) != precisions.end();
    if (each.variant->processor != processor || !fits) continue;
    able.push_back(each.id);
    if (wanted(from.filter, stage, each)) asked.push_back(each.id);
  }
  if (able.empty()) return {};
  return std::string(dice.one_of(asked.empty() ? able : asked));
}

/// Draws some of several GPUs, in any order, with shares of which a participant may get none; often one alone.
void choose_gpus(Dice& dice, int count, Execution& execution) {
  if (count < 2 || dice.chance(0.4)) return;
  std::vector<int>& numbers = execution.gpus.numbers;
  for (int each = 0; each < count; ++each) {
    if (dice.chance(0.6)) numbers.insert(numbers.begin() + dice.whole(0, std::ssize(numbers)), each);
  }
  if (numbers.empty()) numbers = {static_cast<int>(dice.whole(0, count - 1))};
  const std::size_t borders = numbers.size() - (execution.processor == Processor::split ? 0 : 1);
  if (borders < 2 || dice.chance(0.3)) return;  // a single share is one for all GPUs
  execution.shares.clear();
  double left = 1;
  for (std::size_t i = 0; i < borders; ++i) {
    execution.shares.push_back(dice.chance(0.15) ? 0 : left * dice.unit());
    left -= execution.shares.back();
  }
}

/// By hand mostly; else in one of the other ways that the workload has.
void choose_sharing(Dice& dice, const Workload& workload, Execution& execution) {
  if (!shares_a_frame(execution) || dice.chance(0.6)) return;
  const Sharing way = dice.one_of({Sharing::bisection, Sharing::automatic, Sharing::queue});
  if (refusal_of_sharing(way, workload, execution.processor == Processor::split).empty()) execution.sharing = way;
}

std::vector<const Variant*> chosen_variants(const Settings& settings, const Workload& workload, ReadBy by) {
  std::vector<const Variant*> out;
  for (const Stage& stage : workload.stages) {
    const StageChoice& choice = settings.execution.variants.find(stage.id)->second;
    for (const std::string& id : {choice.cpu, choice.gpu}) {
      const Variant* const each = stage.find(id);
      const bool wanted =
          each != nullptr && (by == ReadBy::all || (by == ReadBy::gpu) == (each->processor == Processor::gpu));
      if (wanted) out.push_back(each);
    }
  }
  return out;
}

void choose_execution(Dice& dice, const RandomCases& from, const Workload& workload, Settings& settings) {
  settings.execution.processor = from.filter.processor ? *from.filter.processor : dice.one_of(from.processors);
  settings.execution.shares = {dice.one_of({0.0, 1.0, 0.5, 1.0 / 3, dice.unit(), dice.unit()})};
  for (const Stage& stage : workload.stages) {
    StageChoice& choice = settings.execution.variants[std::string(stage.id)];
    for (auto [processor, id] : {std::pair(Processor::cpu, &choice.cpu), std::pair(Processor::gpu, &choice.gpu)}) {
      const std::string drawn = random_variant(dice, from, stage, processor, settings.problem.precision);
      if (!drawn.empty()) *id = drawn;
    }
  }
  if (settings.execution.processor != Processor::cpu) {
    choose_gpus(dice, from.filter.gpus, settings.execution);
    choose_sharing(dice, workload, settings.execution);
  }
  for (const Setting* each : execution_schema()) {
    const bool of_gpu = each->read_by() == ReadBy::gpu;
    if (of_gpu && settings.execution.processor == Processor::cpu) continue;
    each->draw(dice, chosen_variants(settings, workload, each->read_by()), settings.execution);
  }
}

Route random_route(Dice& dice, const Workload& workload, Processor processor) {
  Route route;
  if (dice.chance(0.5)) return route;
  route.traced = dice.chance(0.3);
  if (dice.chance(0.4)) route.band = dice.one_of({1, 2, 3, 5, 16, 37, 128});
  route.interrupted = dice.chance(0.15);
  route.moved = dice.chance(0.3);
  route.carried = workload.iterates() && dice.chance(0.4);
  route.shown = processor != Processor::cpu && dice.chance(0.3);
  return route;
}

/// About half of it, with the same alignment: a multiple of 16, of 4 or of 2 stays one.
int halved(int side) {
  for (const int multiple : {16, 4, 2}) {
    if (side % multiple == 0 && side > multiple) return (side / multiple + 1) / 2 * multiple;
  }
  return (side + 1) / 2;
}

/// Halves what makes the reference's work large until it is small enough: for most cases far below what is allowed, so
/// that there are many.
void keep_affordable(Dice& dice, const RandomCases& from, const Workload& workload, Settings& settings) {
  const double most = dice.logarithmic(from.most_operations / 100, from.most_operations);
  const Parameter* side_parameter = workload.extent_parameter(settings.problem.parameters);
  while (reference_operations(settings, workload) > most) {
    if (settings.problem.steps > 16) {
      settings.problem.steps /= 2;
    } else if (side_parameter != nullptr) {
      Value& n = settings.problem.parameters[std::string(side_parameter->id)];
      if (n <= side_parameter->minimum) return;
      n = std::max(side_parameter->minimum, std::floor(n / 2));
    } else if (settings.problem.size.area() > 64) {
      int& longer = settings.problem.size.width >= settings.problem.size.height ? settings.problem.size.width
                                                                                : settings.problem.size.height;
      longer = halved(longer);
    } else {
      settings.problem.parameters = initial_values(workload.parameters);
      return;
    }
  }
  std::erase_if(settings.problem.strokes, [&](const Stroke& stroke) { return stroke.step > settings.problem.steps; });
}

}  // namespace

Case random_case(const RandomCases& from, std::uint64_t seed, std::uint64_t index) {
  Dice dice(seed, index);
  const Workload& workload = *dice.one_of(from.workloads);
  Case out{.settings = default_settings(workload)};
  Settings& settings = out.settings;
  settings.problem.parameters = random_values(dice, workload);
  for (int tries = 0; !are_possible(dice, workload, settings.problem.parameters); ++tries) {
    settings.problem.parameters = tries < 4 ? random_values(dice, workload) : initial_values(workload.parameters);
  }
  settings.problem.precision = from.filter.precision ? *from.filter.precision : dice.one_of(workload.precisions());
  settings.problem.size = random_size(dice);
  settings.problem.source = fitting(random_source(dice, from, workload), settings.problem.precision);
  // a field of a million steps takes long: few more than a variant takes at a time
  if (workload.iterates()) {
    settings.problem.steps = dice.chance(0.8) ? dice.whole(0, 40) : corner_number(dice, 0, 3000);
    if (workload.paintable() && dice.chance(0.2)) {
      settings.problem.strokes = random_strokes(dice, settings.problem.steps);
    }
  }
  choose_execution(dice, from, workload, settings);
  keep_affordable(dice, from, workload, settings);
  out.route = random_route(dice, workload, settings.execution.processor);
  return out;
}

}  // namespace heteroscope
