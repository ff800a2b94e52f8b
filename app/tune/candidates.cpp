#include "app/tune/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

namespace {

/// Shares of the GPU that are tried by hand, and ways that find one.
constexpr std::array<std::string_view, 9> splits{"0.3", "0.5", "0.7", "0.8", "0.9", "0.95", "0.98", "auto", "queue"};

/// A choice on one axis: its words, its number on an ordered one, and the number that it is a factor of.
struct CandidateChoice {
  std::string axis;
  std::string text;
  std::optional<double> number;
  std::string whole;
};

struct MadeCandidate {
  Settings settings;
  std::vector<CandidateChoice> choices;
  bool start = false;
  bool present = false;
};

/// Whatever the settings say, the same is launched.
bool same_way(const Plan& a, const Plan& b) {
  const Execution& one = a.settings.execution;
  const Execution& other = b.settings.execution;
  Execution used;
  carry_over(one, used);
  used.threads = other.threads;  // which are the plan's
  Execution used_there;
  carry_over(other, used_there);
  if (a.participants != b.participants || used != used_there) return false;
  if (a.participants.size() > 1 && (one.sharing != other.sharing || one.shares != other.shares)) return false;
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
    if (wanted(Processor::cpu)) add_alone(Processor::cpu);
    if (wanted(Processor::gpu) && (gpu || fixed_.processor)) add_alone(Processor::gpu);
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

  MadeCandidate with(const Combination& variants, Processor processor) const {
    MadeCandidate out{.settings = base_, .choices = {{"processor", std::string(id_of(processor)), std::nullopt, {}}}};
    set_participants(out.settings.execution, processor, base_.execution.gpus);
    put(out, variants, processor, {});
    return out;
  }
  void put(MadeCandidate& to, const Combination& variants, Processor processor, const std::string& beside) const {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const Stage& stage = workload_.stages[stages_[i]];
      StageChoice& choice = to.settings.execution.variants[std::string(stage.id)];
      (processor == Processor::cpu ? choice.cpu : choice.gpu) = variants[i]->id;
      to.choices.push_back({beside.empty() ? axis_of(i) : beside, std::string(variants[i]->id), std::nullopt, {}});
    }
  }

  [[nodiscard]] bool is_fixed(std::string_view id) const {
    return std::ranges::find(fixed_.settings, id) != fixed_.settings.end();
  }

  /// Returns the axes of what is sought for these variants. What they have no choice of is reset.
  std::vector<SettingAxis> axes_of(const Combination& combination, Processor processor, Settings& settings) const {
    std::vector<const Variant*> variants;
    for (const NamedVariant* each : combination) variants.push_back(each->variant);
    const device::Facts& gpu = devices_.first();
    TriedSettings tried{.trying = Trying::fastest, .variants = variants, .cpu_threads = cpu_facts().threads};
    if (gpu.available) tried.block_threads = gpu.max_threads_per_block;
    std::vector<SettingAxis> out;
    for (const Setting* each : execution_schema()) {
      const bool other_side = each->read_by() == (processor == Processor::cpu ? ReadBy::gpu : ReadBy::cpu);
      const bool asked =
          each->is_searched_unasked() || std::ranges::find(fixed_.searched, each->id()) != fixed_.searched.end();
      if (other_side || !asked || is_fixed(each->id())) continue;
      std::vector<SettingAxis> axes = each->axes(tried);
      std::erase_if(axes, [&](const SettingAxis& axis) { return is_fixed(axis.id); });
      if (axes.empty() && each->read_by() == ReadBy::gpu) each->reset(settings);
      std::ranges::move(axes, std::back_inserter(out));
    }
    return out;
  }

  /// Adds all ways of one processor by itself.
  void add_alone(Processor processor) {
    for (const Combination& variants : combinations(processor)) {
      MadeCandidate made = with(variants, processor);
      const std::vector<SettingAxis> axes = axes_of(variants, processor, made.settings);
      choose(axes, std::move(made), true);
    }
  }
  void choose(std::span<const SettingAxis> axes, MadeCandidate made, bool usual) {
    if (axes.empty()) {
      made.start = usual;
      return keep(std::move(made));
    }
    const SettingAxis& axis = axes.front();
    for (const SettingChoice& each : axis.choices) {
      MadeCandidate next = made;
      each.choose(next.settings.execution);
      for (std::size_t i = 0; i < axis.factors.size(); ++i)
        next.choices.push_back({axis.factors[i], fmt::format("{}", each.numbers[i]), each.numbers[i], axis.whole});
      if (axis.factors.empty()) {
        next.choices.push_back(
            {axis.id, each.text, each.numbers.empty() ? std::nullopt : std::optional(each.numbers.front()), {}});
      }
      choose(axes.subspan(1), std::move(next), usual && each.usual);
    }
  }

  /// The variants' blocks are their own here: what they do to a share is little beside the share itself.
  void add_split() {
    for (const Combination& on_gpu : combinations(Processor::gpu)) {
      for (const Combination& on_cpu : combinations(Processor::cpu)) {
        for (const std::string_view split : splits) {
          MadeCandidate made = with(on_gpu, Processor::split);
          made.settings.execution.mapping.clear();
          if (!is_fixed("block")) made.settings.execution.block = {};
          put(made, on_cpu, Processor::cpu, "beside");
          set_split(made.settings.execution, std::string(split));
          made.choices.push_back({"share", std::string(split), std::nullopt, {}});
          keep(std::move(made));
        }
      }
    }
  }

  void keep(MadeCandidate made) {
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
    for (const MadeCandidate& made : made_) {
      for (const CandidateChoice& choice : made.choices) add_value(choice);
    }
    for (TuneAxis& axis : space.axes) sort(axis);
    for (MadeCandidate& made : made_) {
      TunePlaces places(space.axes.size(), not_there);
      for (const CandidateChoice& choice : made.choices) {
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

  void add_value(const CandidateChoice& choice) {
    auto& axes = out_.space.axes;
    auto axis = std::ranges::find(axes, choice.axis, &TuneAxis::id);
    if (axis == axes.end()) {
      axis = axes.insert(
          axis,
          {.id = choice.axis, .label = label_of(choice.axis), .values = {}, .numbers = {}, .whole = choice.whole});
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
  std::vector<MadeCandidate> made_;
  TuneCandidates out_;
};

}  // namespace

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
