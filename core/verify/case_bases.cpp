#include "core/verify/case_bases.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/base/failure.hpp"
#include "core/model/settings/source.hpp"
#include "core/verify/cases.hpp"

namespace heteroscope {
namespace {

/// Steps of an iteration: more than most variants take at a time, and a multiple of no power of two: 8 + 4 + 2 + 1.
constexpr int case_steps = 15;

/// The sources with which image workloads are tried: noise first, which hides no mistake; at one size all others.
std::vector<Source> sources(const Workload& workload, bool all) {
  if (!workload.image) return {Source{}};
  std::vector<Source> out{{.id = "noise", .number = 1}};
  if (!all || workload.iterates()) return out;
  for (const Pattern& each : patterns()) {
    if (each.id != "noise") out.push_back({.id = std::string(each.id), .number = each.initial});
  }
  out.push_back({.id = std::string(workload.image->default_source)});
  return out;
}

/// A state that is not the result has no rows beyond a participant's own: few steps show as much as many.
std::int64_t steps_of(const Workload& workload) {
  constexpr std::int64_t few = 5;
  if (!workload.iterates()) return 0;
  return workload.has_own_state() ? few : case_steps;
}

Values with(Values values, const Values& changed) {
  for (const auto& [id, value] : changed) values[id] = value;
  return values;
}

/// The sets with each switch and each choice at each of its other values, but those that verify cases are for.
void add_switched(const Workload& workload, std::vector<Values>& sets) {
  const std::size_t plain = sets.size();
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.on_verify_case) continue;
    const int values = parameter.kind == ParameterKind::boolean  ? 2
                       : parameter.kind == ParameterKind::choice ? static_cast<int>(parameter.choices.size())
                                                                 : 0;
    for (int value = 0; value < values; ++value) {
      for (std::size_t i = 0; i < plain; ++i) {
        if (sets[i].find(parameter.id)->second == value) continue;
        sets.push_back(sets[i]);
        sets.back()[std::string(parameter.id)] = value;
      }
    }
  }
}

/// The values with that of the parameter that sets the result's size, where there is one and it has such a value.
Values at_size(const Workload& workload, const Values& values, Size size) {
  Values out = values;
  const Failure failure = attempt([&] {
    if (const Parameter* const side = workload.size_parameter(values)) out[std::string(side->id)] = size.width;
    workload.bind(out);
  });
  return failure || has_other_size(workload, out, size) ? values : out;
}

/// The sets at that size, each once.
std::vector<Values> at_size(const Workload& workload, const std::vector<Values>& sets, Size size) {
  std::vector<Values> out;
  for (const Values& each : sets) {
    Values sized = at_size(workload, each, size);
    if (std::ranges::find(out, sized) == out.end()) out.push_back(std::move(sized));
  }
  return out;
}

/// Verify cases that are tried just so.
void add_verify_cases(const Workload& workload, std::int64_t steps, std::vector<CaseBase>& out) {
  const Values initial = initial_values(workload.parameters);
  for (const VerifyCase& each : workload.verify_cases) {
    if (each.crossed) continue;
    Source source = sources(workload, false).front();
    if (!each.pattern.empty()) source = {.id = std::string(each.pattern), .number = each.number};
    std::vector<Size> sizes = each.sizes;
    if (sizes.empty()) sizes.push_back(odd_sizes[0]);
    for (const Size size : sizes) {
      out.push_back({.values = with(initial, each.values),
                     .source = source,
                     .size = size,
                     .steps = each.steps > 0 ? each.steps : steps,
                     .verify_case = &each});
    }
  }
}

/// The defaults at the large size, of a picture and of noise.
void add_large(const Workload& workload, std::vector<CaseBase>& out) {
  const std::int64_t few = workload.iterates() ? 2 : 0;
  std::vector<Source> all = sources(workload, false);
  if (workload.image) all.push_back({.id = std::string(workload.image->default_source)});
  for (const Source& each : all) {
    out.push_back(
        {.values = initial_values(workload.parameters), .source = each, .size = large_size, .steps = few, .own = true});
  }
}

/// The defaults at the far sizes, as far as the reference is quick: of noise, and with a low limit where a view has
/// one.
void add_far(const Workload& workload, std::vector<CaseBase>& out) {
  constexpr double low_limit = 12;
  Values values = initial_values(workload.parameters);
  if (workload.navigation && !workload.navigation->detail.empty())
    values[std::string(workload.navigation->detail)] = low_limit;
  const std::int64_t steps = workload.iterates() ? 1 : 0;
  const auto add = [&](const Values& with_size, Size size) {
    out.push_back(
        {.values = with_size, .source = sources(workload, false).front(), .size = size, .steps = steps, .own = true});
  };
  if (workload.has_own_state()) return;
  if (workload.size_parameter(values) != nullptr) {
    constexpr Size square{far_side, far_side};
    return add(at_size(workload, values, square), square);
  }
  for (const Size size : far_sizes) add(values, size);
}

}  // namespace

bool has_other_size(const Workload& workload, const Values& values, Size size) {
  return workload.size_parameter(values) != nullptr &&
         workload.extent(workload.bind(values), size, Precision::fp32).size != size;
}

std::vector<CaseBase> case_bases(const Workload& workload, std::span<const Size> asked) {
  const Values initial = initial_values(workload.parameters);
  std::vector<Values> sets{initial};
  for (const Scene& each : workload.scenes) sets.push_back(with(initial, each.values));
  for (const VerifyCase& each : workload.verify_cases) {
    if (each.crossed) sets.push_back(with(initial, each.values));
  }
  add_switched(workload, sets);
  std::vector<Values> plain{initial};
  add_switched(workload, plain);

  const std::int64_t steps = steps_of(workload);
  std::vector<CaseBase> out;
  bool has_whole = false;
  const auto add = [&](const std::vector<Values>& all, std::span<const Size> sizes) {
    for (const Size size : sizes) {
      for (const Source& source : sources(workload, out.empty())) {
        for (const Values& values : all) {
          const bool whole = !has_whole && (asked.empty() || !has_other_size(workload, values, size));
          has_whole = has_whole || whole;
          out.push_back({values, source, size, steps, whole});
        }
      }
    }
  };
  for (const Size& size : asked) add(at_size(workload, sets, size), {&size, 1});
  if (!asked.empty()) return out;
  const bool own_size = workload.size_parameter(initial) != nullptr;
  // of a state that is not the result little depends on the result's size: verify cases say what
  const bool one_size = own_size || workload.has_own_state();
  add(sets, one_size ? std::span(odd_sizes).first(1) : std::span(odd_sizes));
  if (!one_size) {
    const std::size_t first_aligned = out.size();
    add(plain, aligned_sizes);
    out[first_aligned].stands_in = true;
    add_large(workload, out);
  }
  add_far(workload, out);
  add_verify_cases(workload, steps, out);
  return out;
}

}  // namespace heteroscope
