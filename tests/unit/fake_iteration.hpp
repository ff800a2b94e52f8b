#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/run/cpu_rows.hpp"
#include "core/run/execute.hpp"

namespace heteroscope::testing {

/// What fake variants were asked to do, and what is to happen meanwhile.
struct FakeLog {
  std::vector<int> asked;              ///< IterateJob::steps, call by call
  std::vector<std::int64_t> from;      ///< IterateJob::step, likewise
  std::vector<std::string_view> whom;  ///< the variant's id, likewise
  std::vector<int> rounds;             ///< that the variant `repeating` was asked for, job by job
  int starts = 0;
  int skipped_row = -1;                              ///< which variants forget to write
  std::function<void(int call)> before;              ///< before a call's first step; calls count from 1
  std::function<void(int call, int row)> after;      ///< after each row
  std::function<void(std::span<FieldView>)> planes;  ///< is shown what a call is given

  [[nodiscard]] std::int64_t steps() const {
    std::int64_t sum = 0;
    for (const int each : asked) sum += each;
    return sum;
  }
};

inline FakeLog& fake_log() {
  static FakeLog log;
  return log;
}

inline constexpr std::int64_t fake_modulus = 65521;  // sums of a few numbers below it are exact in fp32

/// One of the fake rules. `sum`: a value and those above and below it are added, and with `history` 2 also the value
/// one step before; modulo fake_modulus, so that all numbers are exact integers. `halve`: the integer half of each
/// value.
struct FakeRule {
  enum Kind { sum, halve };
  Kind kind = sum;
  int history = 1;
  int seed = 1;
  int side = 7;         ///< of the square grid
  int check_every = 4;  ///< of `halve`, which settles where its largest value is at most `threshold`
  double threshold = 0;
  std::int64_t most = 1'000'000'000;
  bool in_place = false;
  bool alone = false;  ///< it cannot be split
};

inline const FakeRule& fake_rule(const std::any& parameters) {
  return std::any_cast<const FakeRule&>(parameters);
}

/// The value before the first step; two steps before, where a rule looks that far back, it is the same.
inline std::int64_t fake_start(const FakeRule& rule, int x, int y) {
  return rule.kind == FakeRule::halve ? 1000 * rule.seed - x - y : (37 * x + 101 * y + 11 * rule.seed) % fake_modulus;
}

/// Adds the amount to the node nearest to the stroke's center.
inline void fake_paint(const std::any&, const Stroke& stroke, const FieldView& plane, Rows rows) {
  const auto nearest = [](double share, int nodes) { return static_cast<int>(std::lround(share * (nodes - 1))); };
  const int x = nearest(stroke.x, plane.size.width);
  const int y = nearest(stroke.y, plane.size.height);
  if (y < rows.begin || y >= rows.end) return;
  with_precision(plane.precision, [&]<class T>() {
    T& value = plane.row<T>(y)[x];
    value = static_cast<T>(std::fmod(static_cast<double>(value) + stroke.amount, fake_modulus));
  });
}

template <class T>
void fake_step(const IterateJob& job, const FakeRule& rule, int call) {
  const FieldView now = job.planes[0];
  const auto history = static_cast<std::size_t>(rule.history);
  const FieldView out = rule.in_place ? now : job.planes[history];
  const int height = now.size.height;
  rows_in_order(job, [&](int y) {
    if (y == fake_log().skipped_row) return;
    for (int x = 0; x < now.size.width; ++x) {
      double value = static_cast<double>(now.row<T>(y)[x]);
      if (rule.kind == FakeRule::halve) {
        value = std::floor(value / 2);
      } else {
        if (y > 0) value += static_cast<double>(now.row<T>(y - 1)[x]);
        if (y + 1 < height) value += static_cast<double>(now.row<T>(y + 1)[x]);
        if (history == 2) value += static_cast<double>(job.planes[1].row<T>(y)[x]);
        value = std::fmod(value, fake_modulus);
      }
      out.row<T>(y)[x] = static_cast<T>(value);
    }
    if (fake_log().after) fake_log().after(call, y);
  });
  if (rule.in_place) return;
  // the newest goes first, the oldest becomes the spare
  FieldView newest = out;
  for (std::size_t i = 0; i < history; ++i) std::swap(job.planes[i], newest);
  job.planes[history] = newest;
}

inline void fake_advance(const IterateJob& job, std::string_view id) {
  FakeLog& log = fake_log();
  log.asked.push_back(job.steps);
  log.from.push_back(job.step);
  log.whom.push_back(id);
  const int call = static_cast<int>(log.asked.size());
  if (log.before) log.before(call);
  if (log.planes) log.planes(job.planes);
  const FakeRule& rule = job.parameters_as<FakeRule>();
  with_precision(job.planes[0].precision, [&]<class T>() {
    for (int i = 0; i < job.steps; ++i) fake_step<T>(job, rule, call);
    if (job.measure == nullptr) return;
    double largest = 0;
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      const T* row = job.planes[0].row<T>(y);
      for (int x = 0; x < job.planes[0].size.width; ++x) largest = std::max(largest, static_cast<double>(row[x]));
    }
    *job.measure = largest;
  });
}

/// Rounds of steps, up to the first whose measure is not above the goal.
inline void fake_rounds(const IterateJob& job) {
  fake_log().rounds.push_back(job.rounds);
  for (int round = 0; round < job.rounds; ++round) {
    IterateJob each = job;
    each.step += round * job.steps;
    if (job.measure != nullptr) each.measure += round;
    fake_advance(each, "repeating");
    if (job.measure != nullptr && !(*each.measure > job.goal)) return;
  }
}

/// A workload that iterates by a FakeRule, with three variants that do the same, `plain`, `other` and `repeating`,
/// which looks at its measure by itself.
inline const Workload& fake_iteration() {
  static const auto variant = [](void (*run)(const IterateJob&)) {
    Variant out;
    out.knobs.precisions = both_precisions;
    out.knobs.threads = true;
    out.run = run;
    return out;
  };
  static const Variant plain = variant([](const IterateJob& job) { fake_advance(job, "plain"); });
  static const Variant other = variant([](const IterateJob& job) { fake_advance(job, "other"); });
  static const Variant repeating = [] {
    Variant out = variant(fake_rounds);
    out.repeats = [](const std::any&, std::int64_t) { return true; };
    return out;
  }();
  static constexpr std::array<std::string_view, 2> kinds{"sum", "halve"};
  static const Workload workload = [] {
    Workload w;
    w.id = "steps";
    w.label = "Steps";
    w.shape = Shape::iterate;
    const auto whole = [](std::string_view id, double minimum, double maximum, double initial) {
      return Parameter{
          .id = id, .kind = ParameterKind::integer, .minimum = minimum, .maximum = maximum, .initial = initial};
    };
    w.parameters = {{.id = "rule", .kind = ParameterKind::choice, .maximum = 1, .choices = kinds},
                    whole("history", 1, 2, 1),
                    whole("seed", 1, 50, 1),
                    whole("side", 1, 65536, 7),
                    whole("check_every", 1, 100, 4),
                    whole("threshold", 0, 100000, 0),
                    whole("most", 0, 1e9, 1e9),
                    {.id = "in_place", .kind = ParameterKind::boolean, .maximum = 1},
                    {.id = "alone", .kind = ParameterKind::boolean, .maximum = 1},
                    {.id = "speed", .maximum = 10, .initial = 1}};
    w.stages = {{.id = "advance",
                 .variants = {{"plain", &plain}, {"other", &other}, {"repeating", &repeating}},
                 .default_cpu = "plain"}};
    w.bind = [](const Values& values) -> std::any {
      const auto value = [&](std::string_view id) {
        const Parameter& parameter = *fake_iteration().find_parameter(id);
        const auto found = values.find(id);
        const double out = found == values.end() ? parameter.initial : static_cast<double>(found->second);
        if (const std::string wrong = check_value(parameter, out); !wrong.empty()) throw BadInput(wrong);
        return out;
      };
      const auto integer = [&](std::string_view id) { return static_cast<int>(value(id)); };
      return FakeRule{.kind = value("rule") == 0 ? FakeRule::sum : FakeRule::halve,
                      .history = integer("history"),
                      .seed = integer("seed"),
                      .side = integer("side"),
                      .check_every = integer("check_every"),
                      .threshold = value("threshold"),
                      .most = static_cast<std::int64_t>(value("most")),
                      .in_place = value("in_place") != 0,
                      .alone = value("alone") != 0};
    };
    w.output = [](const std::any& p, Size, Precision precision) {
      return Extent{{fake_rule(p).side, fake_rule(p).side}, precision};
    };
    w.work = [](const std::any&, Size size, Precision, const Summary&) {
      return Work{.operations = static_cast<double>(size.area()), .unit = "values"};
    };
    Iteration it;
    it.planes = [](const std::any& p) { return fake_rule(p).history; };
    it.spares = [](const std::any& p) { return fake_rule(p).in_place ? 0 : 1; };
    it.reach = [](const std::any&) { return 1; };
    it.begin = [](const std::any& p, const FieldView&, int, const FieldView& out, Rows rows, int) {
      ++fake_log().starts;
      with_precision(out.precision, [&]<class T>() {
        for (int y = rows.begin; y < rows.end; ++y) {
          for (int x = 0; x < out.size.width; ++x) out.row<T>(y)[x] = static_cast<T>(fake_start(fake_rule(p), x, y));
        }
      });
    };
    it.in_place = [](const std::any& p) { return fake_rule(p).in_place; };
    it.paint = fake_paint;
    it.limit = [](const std::any&) { return Limit{.parameter = "speed", .value = 5, .why = "the speed limit"}; };
    it.settling = {
        .check_every = [](const std::any& p) { return fake_rule(p).check_every; },
        .goal = [](const std::any& p,
                   Precision) { return fake_rule(p).kind == FakeRule::halve ? fake_rule(p).threshold : -1; }};
    it.most_steps = [](const std::any& p) { return fake_rule(p).most; };
    it.unsplittable = [](const std::any& p) {
      return fake_rule(p).alone ? std::string("this rule needs all rows at once") : std::string();
    };
    it.default_steps = 3;
    w.stages.front().kind = it;
    return w;
  }();
  return workload;
}

inline Catalog iteration_catalog() {
  static const std::array<const Workload*, 1> all{&fake_iteration()};
  return all;
}

}  // namespace heteroscope::testing
