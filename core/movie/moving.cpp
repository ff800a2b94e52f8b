#include "core/movie/moving.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/message.hpp"
#include "core/model/settings/problem_view.hpp"
#include "core/model/settings/source.hpp"
#include "core/movie/flight.hpp"

namespace heteroscope {
namespace {

/// Numbers of a workload, and what stands before their ids in a message: those of the problem's own, and of its source.
struct WorkloadNumbers {
  const Workload* owner = nullptr;
  std::string_view prefix;
  Values Problem::*of_problem = nullptr;

  [[nodiscard]] const Values& in(const Problem& problem) const {
    return of_problem != nullptr ? problem.*of_problem : problem.source.values;
  }
  [[nodiscard]] Values& in(Problem& problem) const {
    return of_problem != nullptr ? problem.*of_problem : problem.source.values;
  }
};

std::vector<WorkloadNumbers> numbers_of(const Problem& problem, Catalog catalog) {
  std::vector<WorkloadNumbers> out{{&find_workload(catalog, problem.workload), "", &Problem::parameters}};
  if (const Workload* source = find_source_workload(catalog, problem.source.id)) out.push_back({source, "source."});
  return out;
}

bool is_number(const Parameter& parameter) {
  return parameter.kind != ParameterKind::boolean && parameter.kind != ParameterKind::choice;
}

bool by_factors(const Parameter& parameter, const Decimal& from, const Decimal& to) {
  const Decimal none;
  return parameter.logarithmic && from > none && to > none;
}

/// The value at time t, in the parameter's own kind.
Value value_between(const Parameter& parameter, const Value& from, const Value& to, long double t) {
  if (from == to || t <= 0) return from;
  if (t >= 1) return to;
  const Decimal a = from.decimal();
  const Decimal b = to.decimal();
  const Decimal out = between(a, b, t, by_factors(parameter, a, b));
  if (parameter.kind == ParameterKind::decimal) return clamped(parameter, out);
  const double number = out.to_double();
  return clamped(parameter, parameter.kind == ParameterKind::integer ? std::round(number) : number);
}

double length_of(const Parameter& parameter, const Value& from, const Value& to) {
  if (by_factors(parameter, from.decimal(), to.decimal())) return std::abs(std::log(to / from));
  return std::abs(to - from);
}

bool is_of_view(const WorkloadNumbers& numbers, std::string_view id) {
  if (!numbers.owner->navigation) return false;
  const Navigation& ids = *numbers.owner->navigation;
  return id == ids.center_x || id == ids.center_y || id == ids.span || id == ids.rotation;
}

/// The first thing beside numbers that differs, as a message names it; empty if nothing does.
std::string other_difference(const Problem& from, const Problem& to) {
  if (from.workload != to.workload) return fmt::format("{} becomes {}", from.workload, to.workload);
  if (from.size != to.size) return "the size differs";
  if (from.precision != to.precision) return "the precision differs";
  if (from.strokes != to.strokes) return "the strokes differ";
  const Source& a = from.source;
  const Source& b = to.source;
  return a.id == b.id && a.file == b.file && a.number == b.number ? "" : "the source differs";
}

void add_numbers(std::vector<Moving>& out, const WorkloadNumbers& numbers, const Problem& from, const Problem& to) {
  for (const Parameter& parameter : numbers.owner->parameters) {
    const Value a = value_or_initial(numbers.in(from), parameter);
    const Value b = value_or_initial(numbers.in(to), parameter);
    if (a == b || is_of_view(numbers, parameter.id)) continue;
    const std::string id = fmt::format("{}{}", numbers.prefix, parameter.id);
    if (!is_number(parameter)) {
      throw BadInput(Wrong::kind, id,
                     fmt::format("{} is {} and {}; only numbers can change gradually", id, value_text(parameter, a),
                                 value_text(parameter, b)));
    }
    if (&parameter == numbers.owner->size_parameter(numbers.in(from)))
      throw BadInput(Wrong::value, id, fmt::format("{} differs, but it sets the size of the picture", id));
    out.push_back({id, length_of(parameter, a, b)});
  }
}

}  // namespace

std::vector<Moving> what_moves(const Problem& from, const Problem& to, Catalog catalog) {
  if (const std::string other = other_difference(from, to); !other.empty()) throw BadInput(other);
  if (to.steps < from.steps) {
    throw BadInput(
        Wrong::value, "steps",
        fmt::format("the steps go back from {} to {}, but an iteration only goes forward", from.steps, to.steps));
  }
  std::vector<Moving> out;
  const std::vector<WorkloadNumbers> all = numbers_of(from, catalog);
  for (const WorkloadNumbers& each : all) {
    if (!each.owner->navigation) continue;
    const View a = view_in(each.in(from), *each.owner);
    const View b = view_in(each.in(to), *each.owner);
    if (a != b) out.push_back({"view", flight_length(a, b)});
  }
  if (to.steps != from.steps) out.push_back({"steps", static_cast<double>(to.steps - from.steps)});
  for (const WorkloadNumbers& each : all) add_numbers(out, each, from, to);
  return out;
}

Problem moved(const Problem& from, const Problem& to, long double t, Catalog catalog) {
  if (t <= 0) return from;
  if (t >= 1) return to;
  Problem out = from;
  const auto way = static_cast<long double>(to.steps - from.steps);
  out.steps = from.steps + static_cast<std::int64_t>(std::round(t * way));
  for (const WorkloadNumbers& each : numbers_of(from, catalog)) {
    for (const Parameter& parameter : each.owner->parameters) {
      const Value a = value_or_initial(each.in(from), parameter);
      const Value b = value_or_initial(each.in(to), parameter);
      if (a != b) each.in(out)[std::string(parameter.id)] = value_between(parameter, a, b, t);
    }
    if (!each.owner->navigation) continue;
    const View a = view_in(each.in(from), *each.owner);
    const View b = view_in(each.in(to), *each.owner);
    if (a != b) put_view(each.in(out), flight(a, b, t), *each.owner);
  }
  return out;
}

}  // namespace heteroscope
