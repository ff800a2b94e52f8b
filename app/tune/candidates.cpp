#include "app/tune/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

namespace {

constexpr int least_threads_of_block = 32;
constexpr int most_threads_of_block = 1024;
constexpr std::string_view of_block = "threads of a block";
/// Shares of the GPU that are tried by hand, and ways that find one.
constexpr std::array<std::string_view, 9> splits{"0.3", "0.5", "0.7", "0.8", "0.9", "0.95", "0.98", "auto", "queue"};

/// A choice on one axis: its words, and its number on an ordered one.
struct Choice {
  std::string axis;
  std::string text;
  std::optional<double> number;
};

struct Made {
  Settings settings;
  std::vector<Choice> choices;
  bool start = false;
  bool present = false;
};

/// Whatever the settings say, the same is launched.
bool same_way(const Plan& a, const Plan& b) {
  const Execution& one = a.settings.execution;
  const Execution& other = b.settings.execution;
  if (a.lanes != b.lanes || one.memory != other.memory) return false;
  if (a.lanes.size() > 1 && (one.sharing != other.sharing || one.shares != other.shares)) return false;
  return std::ranges::equal(a.stages, b.stages, [&](const PlannedStage& x, const PlannedStage& y) {
    const bool threads = x.cpu != nullptr && x.cpu->knobs.threads;
    return x.cpu == y.cpu && x.gpu == y.gpu && x.block == y.block && x.mapping == y.mapping &&
           x.cpu_tunables == y.cpu_tunables && x.gpu_tunables == y.gpu_tunables && (!threads || a.threads == b.threads);
  });
}

/// The variants that are combined, one a stage.
using Combination = std::vector<const NamedVariant*>;

class Enumeration {
 public:
  Enumeration(const Settings& settings, const TuneFixed& fixed, Catalog catalog, device::Devices devices)
      : base_(settings),
        fixed_(fixed),
        catalog_(catalog),
        devices_(devices),
        workload_(find_workload(catalog, settings.problem.workload)),
        stages_(tuned_stages(workload_)),
        base_plan_(plan_or_refusal(settings, catalog, devices)) {}

  TuneCandidates make() {
    const bool gpu = devices_.first().available;
    if (wanted(Processor::cpu)) add_cpu();
    if (wanted(Processor::gpu) && (gpu || fixed_.processor)) add_gpu();
    if (wanted(Processor::split) && (gpu || fixed_.processor)) add_split();
    return build();
  }

 private:
  [[nodiscard]] bool wanted(Processor processor) const { return fixed_.processor.value_or(processor) == processor; }

  [[nodiscard]] bool allows(const Stage& stage, const NamedVariant& variant) const {
    bool of_this_kind = false;
    for (const std::string& text : fixed_.variants) {
      const std::size_t equals = text.find('=');
      const std::string id = equals == std::string::npos ? text : text.substr(equals + 1);
      if (equals != std::string::npos && text.substr(0, equals) != stage.id) continue;
      const Variant* const named = stage.find(id);
      if (named == nullptr || named->processor != variant.variant->processor) continue;
      if (id == variant.id) return true;
      of_this_kind = true;
    }
    return !of_this_kind;
  }

  /// Every way to take a variant of each stage.
  [[nodiscard]] std::vector<Combination> combinations(Processor processor) const {
    std::vector<Combination> out{{}};
    for (const std::size_t number : stages_) {
      const Stage& stage = workload_.stages[number];
      std::vector<Combination> longer;
      for (const Combination& each : out) {
        for (const NamedVariant& variant : stage.variants) {
          if (variant.variant->processor != processor || !allows(stage, variant)) continue;
          longer.push_back(each);
          longer.back().push_back(&variant);
        }
      }
      out = std::move(longer);
    }
    return out;
  }

  [[nodiscard]] std::string axis_of(std::size_t place) const {
    return stages_.size() == 1 ? "variant" : std::string(workload_.stages[stages_[place]].id) + "_variant";
  }

  Made with(const Combination& variants, Processor processor) const {
    Made out{.settings = base_, .choices = {{"processor", std::string(id_of(processor)), std::nullopt}}};
    set_lanes(out.settings.execution, processor, base_.execution.gpus);
    put(out, variants, processor, {});
    return out;
  }
  void put(Made& to, const Combination& variants, Processor processor, const std::string& beside) const {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const Stage& stage = workload_.stages[stages_[i]];
      StageChoice& choice = to.settings.execution.variants[std::string(stage.id)];
      (processor == Processor::cpu ? choice.cpu : choice.gpu) = variants[i]->id;
      to.choices.push_back({beside.empty() ? axis_of(i) : beside, std::string(variants[i]->id), std::nullopt});
    }
  }

  /// All choices of what the variants declare.
  void add_tunables(Made made, const std::vector<const NamedVariant*>& variants, bool initial) {
    std::vector<const Tunable*> tunables;
    for (const NamedVariant* variant : variants) {
      for (const Tunable& each : variant->variant->knobs.tunables) {
        const bool known = std::ranges::any_of(tunables, [&](const Tunable* other) { return other->id == each.id; });
        if (!known && std::ranges::find(fixed_.tunables, each.id) == fixed_.tunables.end()) tunables.push_back(&each);
      }
    }
    const std::function<void(std::size_t, Made, bool)> choose = [&](std::size_t i, Made so_far, bool all_initial) {
      if (i == tunables.size()) {
        so_far.start = initial && all_initial;
        keep(std::move(so_far));
        return;
      }
      const Tunable& of = *tunables[i];
      for (const int value : of.values) {
        Made next = so_far;
        next.settings.execution.tunables[std::string(of.id)] = value;
        next.choices.push_back({std::string(of.id), fmt::format("{}", value), static_cast<double>(value)});
        choose(i + 1, std::move(next), all_initial && value == of.initial);
      }
    };
    choose(0, std::move(made), true);
  }

  void add_cpu() {
    for (const Combination& variants : combinations(Processor::cpu)) {
      const bool threads = std::ranges::any_of(variants, [](const auto* each) { return each->variant->knobs.threads; });
      const int all = cpu_facts().threads;
      std::vector<int> counts;
      for (int count = 1; count < all; count *= 2) counts.push_back(count);
      counts.push_back(all);
      if (!threads || fixed_.threads) counts = {base_.execution.threads};
      for (const int count : counts) {
        Made made = with(variants, Processor::cpu);
        made.settings.execution.threads = count;
        if (threads && !fixed_.threads)
          made.choices.push_back({"threads", fmt::format("{}", count), static_cast<double>(count)});
        add_tunables(std::move(made), variants, count == counts.back());
      }
    }
  }

  void add_gpu() {
    for (const Combination& variants : combinations(Processor::gpu)) {
      std::vector<std::string_view> mappings{std::string_view()};
      std::vector<BlockShape> blocks{BlockShape()};
      std::vector<MemoryKind> memories{MemoryKind::device, MemoryKind::managed, MemoryKind::pinned};
      for (const NamedVariant* each : variants) {
        const Knobs& knobs = each->variant->knobs;
        if (knobs.mappings.size() > 1) mappings.assign(knobs.mappings.begin(), knobs.mappings.end());
        if (knobs.blocks != BlockRule::none && blocks.size() == 1) blocks = shapes(knobs.blocks);
      }
      if (fixed_.mapping) mappings = {base_.execution.mapping};
      if (fixed_.block) blocks = {base_.execution.block};
      if (fixed_.memory) memories = {base_.execution.memory};
      for (const std::string_view mapping : mappings) {
        for (const MemoryKind memory : memories) {
          for (const BlockShape block : blocks) add_gpu(variants, mapping, memory, block);
        }
      }
    }
  }

  void add_gpu(const Combination& variants, std::string_view mapping, MemoryKind memory, BlockShape block) {
    Made made = with(variants, Processor::gpu);
    made.settings.execution.mapping = mapping;
    made.settings.execution.memory = memory;
    made.settings.execution.block = block;
    const auto& knobs = variants.front()->variant->knobs;
    if (!mapping.empty() && !fixed_.mapping) made.choices.push_back({"mapping", std::string(mapping), std::nullopt});
    if (!fixed_.memory) made.choices.push_back({"memory", std::string(id_of(memory)), std::nullopt});
    if (block != BlockShape() && !fixed_.block) {
      made.choices.push_back({"block_x", fmt::format("{}", block.x), static_cast<double>(block.x)});
      made.choices.push_back({"block_y", fmt::format("{}", block.y), static_cast<double>(block.y)});
    }
    const bool own_block = fixed_.block || block == BlockShape() || block == knobs.default_block;
    const bool own_mapping =
        fixed_.mapping || knobs.mappings.empty() || mapping.empty() || mapping == knobs.mappings.front();
    const bool usual = own_block && own_mapping && (fixed_.memory || memory == MemoryKind::device);
    add_tunables(std::move(made), variants, usual);
  }

  [[nodiscard]] std::vector<BlockShape> shapes(BlockRule rule) const {
    const int most = devices_.first().available ? devices_.first().max_threads_per_block : most_threads_of_block;
    std::vector<BlockShape> out;
    for (const int x : block_sides()) {
      for (const int y : block_sides()) {
        const bool fits = x * y >= least_threads_of_block && x * y <= most;
        if (fits && (rule == BlockRule::any || y == 1)) out.push_back({x, y});
      }
    }
    return out;
  }

  /// The variants' blocks are their own here: what they do to a share is little beside the share itself.
  void add_split() {
    for (const Combination& on_gpu : combinations(Processor::gpu)) {
      for (const Combination& on_cpu : combinations(Processor::cpu)) {
        for (const std::string_view split : splits) {
          Made made = with(on_gpu, Processor::split);
          made.settings.execution.mapping.clear();
          if (!fixed_.block) made.settings.execution.block = {};
          put(made, on_cpu, Processor::cpu, "beside");
          set_split(made.settings.execution, std::string(split));
          made.choices.push_back({"share", std::string(split), std::nullopt});
          keep(std::move(made));
        }
      }
    }
  }

  void keep(Made made) {
    const Planned planned = plan_or_refusal(made.settings, catalog_, devices_);
    if (planned) {
      made.present = base_plan_ && same_way(*planned.plan, *base_plan_.plan);
      out_.incomparable = why_incomparable(*planned.plan);
      made_.push_back(std::move(made));
      return;
    }
    for (auto& [reason, count] : out_.left_out) {
      if (reason != planned.refusal) continue;
      ++count;
      return;
    }
    out_.left_out.emplace_back(planned.refusal, 1);
  }

  [[nodiscard]] std::string label_of(const std::string& axis) const {
    static const std::map<std::string, std::string> labels{
        {"block_x", "block"}, {"block_y", "block, y"}, {"share", "split"}, {"beside", "CPU variant"}};
    if (const auto found = labels.find(axis); found != labels.end()) return found->second;
    return axis;
  }

  /// Axes in the order in which they come up; ordered ones rise.
  TuneCandidates build() {
    TuneSpace& space = out_.space;
    for (const Made& made : made_) {
      for (const Choice& choice : made.choices) add_value(choice);
    }
    for (TuneAxis& axis : space.axes) sort(axis);
    for (Made& made : made_) {
      TunePlaces places(space.axes.size(), not_there);
      for (const Choice& choice : made.choices) {
        const std::size_t axis = space.axis_number(choice.axis);
        const auto& values = space.axes[axis].values;
        places[axis] = static_cast<int>(std::ranges::find(values, choice.text) - values.begin());
      }
      if (made.present && !out_.present) {
        out_.present = space.candidates.size();
        space.starts.insert(space.starts.begin(), space.candidates.size());
      } else if (made.start)
        space.starts.push_back(space.candidates.size());
      space.candidates.push_back(std::move(places));
      out_.settings.push_back(std::move(made.settings));
    }
    return std::move(out_);
  }

  void add_value(const Choice& choice) {
    auto& axes = out_.space.axes;
    auto axis = std::ranges::find(axes, choice.axis, &TuneAxis::id);
    if (axis == axes.end()) {
      const bool side = choice.axis == "block_x" || choice.axis == "block_y";
      axis = axes.insert(axis, {.id = choice.axis,
                                .label = label_of(choice.axis),
                                .values = {},
                                .numbers = {},
                                .whole = side ? std::string(of_block) : std::string()});
    }
    if (std::ranges::find(axis->values, choice.text) != axis->values.end()) return;
    axis->values.push_back(choice.text);
    if (choice.number) axis->numbers.push_back(*choice.number);
  }

  static void sort(TuneAxis& axis) {
    if (!axis.ordered()) return;
    std::ranges::sort(axis.numbers);
    axis.values.clear();
    for (const double each : axis.numbers) axis.values.push_back(fmt::format("{}", each));
  }

  const Settings& base_;
  const TuneFixed& fixed_;
  Catalog catalog_;
  device::Devices devices_;
  const Workload& workload_;
  std::vector<std::size_t> stages_;
  Planned base_plan_;
  std::vector<Made> made_;
  TuneCandidates out_;
};

}  // namespace

std::vector<int> block_sides() {
  std::vector<int> out;
  for (int side = 1; side <= most_threads_of_block; side *= 2) {
    out.push_back(side);
    if (side >= 16 && side < most_threads_of_block) out.push_back(side / 2 * 3);
  }
  return out;
}

std::vector<std::size_t> tuned_stages(const Workload& workload) {
  if (workload.iterates()) return {workload.main_index()};
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < workload.stages.size(); ++i) out.push_back(i);
  return out;
}

TuneCandidates tune_candidates(const Settings& settings, const TuneFixed& fixed, Catalog catalog,
                               device::Devices devices) {
  return Enumeration(settings, fixed, catalog, devices).make();
}

}  // namespace heteroscope
