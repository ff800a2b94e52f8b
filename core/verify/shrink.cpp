#include "core/verify/shrink.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/model/schema/schema.hpp"

namespace heteroscope {

namespace {

/// Tries simpler cases one after the other, and keeps those that still fail.
class Shrinker {
 public:
  Shrinker(Case failing, const Workload& workload, const std::function<bool(const Case&)>& fails, int tries)
      : best_(std::move(failing)), workload_(workload), fails_(fails), left_(tries) {}

  Case run() {
    for (;;) {
      const Case before = best_;
      route();
      simplify(execution_schema());
      simplify(problem_schema());
      steps();
      numbers();
      sides();
      if (best_ == before || left_ <= 0) return best_;
    }
  }

 private:
  /// Keeps the case as `change` leaves it if it is another one that still fails.
  template <class Change>
  bool keeps_failing(const Change& change) {
    Case tried = best_;
    change(tried);
    if (tried == best_ || left_ <= 0) return false;
    --left_;
    if (!fails_(tried)) return false;
    best_ = std::move(tried);
    return true;
  }

  /// Brings a whole number as near to `goal` as it goes: there at once, or by ever smaller parts of the way. Alignments
  /// and parities are kept by the steps of 64, 16, 4 and 2.
  template <class Get>
  void approach(std::int64_t goal, const Get& get) {
    if (keeps_failing([&](Case& each) { get(each, goal); })) return;
    for (bool nearer = true; nearer && left_ > 0;) {
      nearer = false;
      const std::int64_t now = get(best_, std::nullopt);
      const std::int64_t way = goal - now;
      for (std::int64_t step : {way / 2, way / 4, way / 8, way / 32, way > 0 ? 64L : -64L, way > 0 ? 16L : -16L,
                                way > 0 ? 4L : -4L, way > 0 ? 2L : -2L, way > 0 ? 1L : -1L}) {
        if (step == 0 || std::abs(step) >= std::abs(way)) continue;
        nearer = keeps_failing([&](Case& each) { get(each, now + step); });
        if (nearer) break;
      }
    }
  }

  void route() {
    keeps_failing([](Case& each) { each.route = {}; });
    for (const auto member : {&Route::traced, &Route::interrupted, &Route::moved, &Route::carried, &Route::shown}) {
      keeps_failing([&](Case& each) { each.route.*member = false; });
    }
    keeps_failing([](Case& each) { each.route.band = 0; });
  }

  /// Each setting as simple as it goes.
  void simplify(std::span<const Setting* const> part) {
    for (const Setting* each : part) {
      bool simpler = true;
      while (simpler && left_ > 0) {
        const std::vector<Setting::Change> changes = each->simpler(best_.settings, workload_);
        simpler = std::ranges::any_of(changes, [&](const Setting::Change& change) {
          return keeps_failing([&](Case& tried) { change(tried.settings); });
        });
      }
    }
  }

  void steps() {
    if (!workload_.iterates()) return;
    approach(0, [](Case& each, std::optional<std::int64_t> steps) {
      if (steps) each.settings.problem.steps = *steps;
      std::erase_if(each.settings.problem.strokes,
                    [&](const Stroke& s) { return s.step > each.settings.problem.steps; });
      return each.settings.problem.steps;
    });
  }

  /// Whole numbers that must differ from the defaults: as near to them, or as small, as can be.
  void numbers() {
    const Parameter* side = workload_.extent_parameter(best_.settings.problem.parameters);
    for (const Parameter& parameter : workload_.parameters) {
      const std::string id(parameter.id);
      const auto found = best_.settings.problem.parameters.find(id);
      if (found == best_.settings.problem.parameters.end() || found->second == parameter.initial) continue;
      if (parameter.kind != ParameterKind::integer) continue;
      const bool is_side = side != nullptr && side->id == parameter.id;
      const double goal = is_side ? parameter.minimum : parameter.initial;
      approach(static_cast<std::int64_t>(goal), [&](Case& each, std::optional<std::int64_t> value) {
        Value& number = each.settings.problem.parameters[id];
        if (value) number = static_cast<double>(*value);
        return static_cast<std::int64_t>(number);
      });
    }
    if (best_.route.band > 1) {
      approach(1, [](Case& each, std::optional<std::int64_t> value) {
        if (value) each.route.band = static_cast<int>(*value);
        return static_cast<std::int64_t>(each.route.band);
      });
    }
  }

  void sides() {
    for (const auto member : {&Size::width, &Size::height}) {
      approach(1, [&](Case& each, std::optional<std::int64_t> value) {
        if (value) each.settings.problem.size.*member = static_cast<int>(*value);
        return static_cast<std::int64_t>(each.settings.problem.size.*member);
      });
    }
  }

  Case best_;
  const Workload& workload_;
  const std::function<bool(const Case&)>& fails_;
  int left_;
};

}  // namespace

Case shrink(Case failing, const Workload& workload, const std::function<bool(const Case&)>& fails, int most_tries) {
  return Shrinker(std::move(failing), workload, fails, most_tries).run();
}

}  // namespace heteroscope
