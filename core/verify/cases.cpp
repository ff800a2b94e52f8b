#include "core/verify/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "core/model/schema/schema.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/source.hpp"
#include "core/plan/partition.hpp"
#include "core/verify/case_bases.hpp"

namespace heteroscope {

namespace {

/// Operations at which the plain loop takes about a second.
constexpr double patience = 1e8;

/// 1/3 and 0.77 cut no height evenly; 0 and 1 leave one side without rows.
constexpr std::array<double, 6> all_shares{0, 0.25, 1.0 / 3, 0.5, 0.77, 1};
constexpr std::array<double, 1> one_share{1.0 / 3};
/// The CPU and every GPU at once may be more participants than this.
constexpr std::array<int, 3> participant_counts{2, 3, 5};
/// Where the plain loop takes longer than a tenth of a second, no settings of the CPU are tried.
constexpr double long_operations = patience / 10;

bool wanted(const CaseFilter& filter, const Stage& stage, std::string_view id) {
  if (filter.variants.empty()) return true;
  return std::any_of(filter.variants.begin(), filter.variants.end(),
                     [&](const std::string& each) { return each == id || each == fmt::format("{}={}", stage.id, id); });
}

bool wanted(const CaseFilter& filter, Processor processor) {
  return !filter.processor || *filter.processor == processor;
}

/// The routes of the window beside a plain frame, one at a time.
std::vector<Route> routes_of(const Workload& workload, Processor processor) {
  std::vector<Route> out{{.traced = true}, {.band = 7}, {.interrupted = true}, {.moved = true}};
  if (workload.iterates()) out.push_back({.carried = true});
  if (workload.iterates()) out.push_back({.band = 3, .carried = true});
  if (processor != Processor::cpu) out.push_back({.shown = true});
  return out;
}

/// Whether a case is for this variant: for all, for some that it names, or, where it is a person's file and the case is
/// small, for some of the same processor, whose ways the file may take as well.
bool is_for(const VerifyCase& made, const Stage& stage, const NamedVariant& named, bool small) {
  if (made.variants.empty()) return true;
  const CaseFilter filter{.variants = {made.variants.begin(), made.variants.end()}};
  return std::ranges::any_of(stage.variants, [&](const NamedVariant& each) {
    const bool stands_for = small && names_own_file(named.id) && each.variant->processor == named.variant->processor;
    return (stands_for || each.id == named.id) && wanted(filter, stage, each.id);
  });
}

class Enumeration {
 public:
  Enumeration(const Workload& workload, const CaseFilter& filter) : workload_(workload), filter_(filter) {}

  void add(const CaseBase& base) {
    for (const Precision precision : workload_.precisions()) {
      if (filter_.precision && *filter_.precision != precision) continue;
      Settings settings = default_settings(workload_);
      settings.problem.parameters = base.values;
      settings.problem.source = fitting(base.source, precision);
      settings.problem.size = base.size;
      if (workload_.iterates()) settings.problem.steps = base.steps;
      settings.problem.precision = precision;
      const bool small = is_small(settings);
      for (const Stage& stage : workload_.stages) {
        for (const NamedVariant& each : stage.variants) {
          if (base.own && !names_own_file(each.id)) continue;
          const bool tried = base.verify_case == nullptr || is_for(*base.verify_case, stage, each, small);
          if (tried && wanted(filter_, stage, each.id)) add_variant(settings, stage, each, base);
        }
      }
    }
  }

  std::vector<Case> take() { return std::move(cases_); }

 private:
  /// Whether a person's file may be asked for it that is right and slow.
  [[nodiscard]] bool is_small(const Settings& settings) const {
    const Problem& problem = settings.problem;
    const Extent extent = workload_.extent(workload_.bind(problem.parameters), problem.size, problem.precision);
    const std::int64_t most = std::max(extent.size.area(), problem.size.area());
    constexpr double some_seconds = 3 * patience;
    return most <= large_size.area() && reference_operations(settings, workload_) <= some_seconds;
  }
  void put(const Settings& settings, const CaseBase& base) {
    cases_.push_back({settings, {.band = base.verify_case != nullptr ? base.verify_case->band : 0}});
  }
  void put_routes(const Settings& settings) {
    for (const Route& route : routes_of(workload_, settings.execution.processor)) cases_.push_back({settings, route});
  }

  void add_variant(Settings settings, const Stage& stage, const NamedVariant& named, CaseBase base) {
    if (base.whole) fits_[named.variant] = fits(*named.variant, settings);
    base.whole = base.whole || (base.stands_in && !fits_[named.variant]);
    base.own = names_own_file(named.id);
    const Knobs& knobs = named.variant->knobs;
    const auto& precisions = knobs.precisions;
    if (!precisions.empty() && std::ranges::find(precisions, settings.problem.precision) == precisions.end()) return;
    choose_variant(settings, workload_, fmt::format("{}={}", stage.id, named.id));
    if (named.variant->processor == Processor::cpu) {
      add_cpu(settings, *named.variant, base);
    } else {
      add_gpu(settings, *named.variant, base);
    }
    if (base.whole) add_alone(settings, *named.variant, base);
  }

  /// Whether the variant can compute results of this size, on a GPU that has all that it needs.
  [[nodiscard]] bool fits(const Variant& variant, const Settings& settings) const {
    if (variant.unfit == nullptr) return true;
    const Problem& problem = settings.problem;
    const std::any values = workload_.bind(problem.parameters);
    return variant.unfit(values, workload_.extent(values, problem.size, problem.precision), true, device::Facts{})
        .empty();
  }

  [[nodiscard]] static std::vector<SettingAxis> axes_of(const Variant& variant, const CaseBase& base, bool alone) {
    const Variant* const variants[] = {&variant};
    const TriedSettings tried{
        .trying = base.whole ? Trying::all : Trying::hardest,
        .variants = variants,
        .blocks = base.verify_case != nullptr ? std::span(base.verify_case->blocks) : std::span<const BlockShape>()};
    std::vector<SettingAxis> out;
    for (const Setting* each : execution_schema()) {
      const bool other_side = each->read_by() == (variant.processor == Processor::cpu ? ReadBy::gpu : ReadBy::cpu);
      if (other_side || each->is_tried_alone() != alone) continue;
      std::ranges::move(each->axes(tried), std::back_inserter(out));
    }
    return out;
  }

  /// Calls `body` with all combinations of values, and whether all of them are usual; the last ones stay chosen.
  template <class Body>
  static void over(std::span<const SettingAxis> axes, Settings& settings, bool usual, const Body& body) {
    if (axes.empty()) return body(usual);
    for (const SettingChoice& each : axes.front().choices) {
      each.choose(settings.execution);
      over(axes.subspan(1), settings, usual && each.usual, body);
    }
  }

  /// Each value of what is tried alone, and with rows that do not begin at 0.
  void add_alone(const Settings& chosen, const Variant& variant, const CaseBase& base) {
    for (const SettingAxis& axis : axes_of(variant, base, true)) {
      for (const SettingChoice& each : axis.choices) {
        Settings settings = chosen;
        each.choose(settings.execution);
        settings.execution.processor = variant.processor;
        if (wanted(filter_, variant.processor)) put(settings, base);
        add_splits(settings, base, false);
      }
    }
  }

  void add_cpu(const Settings& settings, const Variant& variant, const CaseBase& base) {
    if (wanted(filter_, Processor::cpu)) {
      Settings alone = settings;
      alone.execution.processor = Processor::cpu;
      std::vector<SettingAxis> axes;
      if (reference_operations(settings, workload_) <= long_operations) axes = axes_of(variant, base, false);
      over(axes, alone, true, [&](bool) { put(alone, base); });
      if (base.whole) put_routes(alone);
      if (base.whole && base.own) add_odd_threads(alone, variant, base);
    }
    // Beside the default GPU variant it must compute rows that do not start at 0.
    add_splits(settings, base, true);
    add_participants(settings, base);
  }

  /// A person's loop may share rows out by itself, and be wrong with some numbers of threads alone.
  void add_odd_threads(Settings settings, const Variant& variant, const CaseBase& base) {
    if (!variant.knobs.threads) return;
    for (const int threads : {2, 4, 5, 7, 8, 16}) {
      settings.execution.threads = threads;
      put(settings, base);
    }
  }

  void add_gpu(Settings settings, const Variant& variant, const CaseBase& base) {
    over(axes_of(variant, base, false), settings, true, [&](bool plain) {
      settings.execution.processor = Processor::gpu;
      if (wanted(filter_, Processor::gpu)) {
        put(settings, base);
        if (base.whole && plain) put_routes(settings);
      }
      add_splits(settings, base, plain);
      if (plain) add_participants(settings, base);
      if (base.whole && plain && gpu_exists() && wanted(filter_, Processor::split)) {
        Settings split = settings;
        split.execution.processor = Processor::split;
        split.execution.shares = {one_share[0]};
        put_routes(split);
      }
    });
  }

  [[nodiscard]] bool gpu_exists() const {
    return std::any_of(workload_.stages.begin(), workload_.stages.end(),
                       [](const Stage& stage) { return !stage.default_gpu.empty(); });
  }

  /// In each way to share that the workload has. A frame's history is that of the cases before: borders are everywhere.
  void put_ways(Settings settings, const CaseBase& base) {
    for (const auto& [way, id] : ids<Sharing>) {
      const bool cpu = settings.execution.processor == Processor::split;
      if (way == Sharing::by_hand || !refusal_of_sharing(way, workload_, cpu).empty()) continue;
      settings.execution.sharing = way;
      put(settings, base);
    }
  }

  /// `plain`: also in the other ways to share.
  void add_splits(Settings settings, const CaseBase& base, bool plain) {
    if (base.verify_case != nullptr) return;  // its paths are a side's own
    if (!gpu_exists() || !wanted(filter_, Processor::split)) return;
    settings.execution.processor = Processor::split;
    for (const double share : base.whole ? std::span<const double>(all_shares) : std::span<const double>(one_share)) {
      settings.execution.shares = {share};
      put(settings, base);
    }
    if (base.whole && plain) put_ways(settings, base);
  }

  /// By uneven shares: 1 of the first participant to n of the last.
  void put_participants(Settings settings, int participants, const CaseBase& base) {
    Execution& execution = settings.execution;
    execution.shares.clear();
    for (int i = 1; i < participants; ++i) execution.shares.push_back(2.0 * i / (participants * (participants + 1)));
    put(settings, base);
    if (!base.whole) return;
    put_routes(settings);
    put_ways(settings, base);
  }

  void add_participants(Settings settings, const CaseBase& base) {
    if ((base.verify_case != nullptr && !base.verify_case->shared) || !gpu_exists()) return;
    Execution& execution = settings.execution;
    for (const int participants : participant_counts) {
      for (const Processor processor : {Processor::gpu, Processor::split}) {
        const int gpus = processor == Processor::gpu ? participants : participants - 1;
        if (gpus < 2 || gpus > filter_.gpus || !wanted(filter_, processor)) continue;
        execution.processor = processor;
        execution.gpus.numbers.resize(static_cast<std::size_t>(gpus));
        std::iota(execution.gpus.numbers.begin(), execution.gpus.numbers.end(), 0);
        put_participants(settings, participants, base);
      }
    }
  }

  const Workload& workload_;
  std::map<const Variant*, bool> fits_;  ///< what is tried whole
  const CaseFilter& filter_;
  std::vector<Case> cases_;
};

/// Why what is made of the base is no case; empty if it is. `asked`: for its size, which it has whatever that takes.
std::string why_left_out(const Workload& workload, const CaseBase& base, bool asked) {
  if (workload.incomparable) {
    if (std::string why = workload.incomparable->why(workload.bind(base.values)); !why.empty()) return why;
  }
  if (asked && has_other_size(workload, base.values, base.size)) {
    return fmt::format("the size of {} is its parameter {}, of which no value gives {}x{}", workload.id,
                       workload.size_parameter(base.values)->id, base.size.width, base.size.height);
  }
  Settings settings = default_settings(workload);
  settings.problem.parameters = base.values;
  settings.problem.steps = base.steps;
  // what a state of its own takes does not follow from the result's size
  const bool by_state = workload.has_own_state();
  settings.problem.size = asked && by_state ? Size{1, 1} : base.size;
  const bool on_purpose = (asked && !by_state) || base.verify_case != nullptr;
  if (on_purpose || reference_operations(settings, workload) <= patience) return {};
  return fmt::format("the reference would take more than about a second{}",
                     by_state ? "" : "; --size WxH compares anyway");
}

}  // namespace

Cases conformance_cases(const Workload& workload, std::span<const Size> sizes, const CaseFilter& filter) {
  Enumeration chosen(workload, filter);
  Cases out;
  for (const CaseBase& base : case_bases(workload, sizes)) {
    const std::string why = why_left_out(workload, base, !sizes.empty());
    if (why.empty()) {
      chosen.add(base);
      continue;
    }
    Enumeration others(workload, filter);
    others.add(base);
    if (const std::size_t count = others.take().size(); count > 0)
      out.left_out.emplace_back(why, static_cast<int>(count));
  }
  out.cases = chosen.take();
  return out;
}

}  // namespace heteroscope
