#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/plural.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/numbers/dice.hpp"

/// How the result is computed: none of these settings changes its bits.
namespace heteroscope {

namespace {

class ProcessorSetting : public WordSetting {
 public:
  using WordSetting::WordSetting;
  std::string text(const Settings& settings) const override { return processors_text(settings.execution); }
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    return typed_option(*this, text(settings));
  }
  bool is_varied_by_bench() const override { return true; }
  std::string known() const override { return std::string(known_processors); }
  std::string in_words(const Settings&) const override { return {}; }  // its variants say it
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    SettingRow out = row_of(settings, context);
    const auto add = [&](std::string_view text, Processor one, std::string_view meaning) {
      const auto choose = [one](Settings& to) { set_participants(to.execution, one, to.execution.gpus); };
      out.offer(text, meaning, choose, one == settings.execution.processor, one);
    };
    add("CPU", Processor::cpu, "The CPU computes all rows.");
    add("GPU", Processor::gpu, "The GPU computes all rows.");
    add("Split", Processor::split, "CPU and GPU compute rows of the same picture at the same time.");
    out.refusal = [why = context.devices.first().why_not](const Settings& with) {
      return with.execution.processor == Processor::cpu ? std::string() : why;
    };
    return {out};
  }
  /// A split becomes one processor, and several GPUs the first alone, or one fewer.
  std::vector<Change> simpler(const Settings& now, const Workload&) const override {
    std::vector<Change> out;
    const auto add = [&](Processor processor, const GpuChoice& gpus) {
      out.push_back([=](Settings& settings) { set_participants(settings.execution, processor, gpus); });
    };
    const Execution& execution = now.execution;
    if (execution.processor == Processor::split) {
      for (const Processor one : {Processor::cpu, Processor::gpu}) add(one, execution.gpus);
    }
    if (execution.gpus != GpuChoice{}) add(execution.processor, {});
    for (std::size_t i = 0; i < execution.gpus.numbers.size() && execution.gpus.numbers.size() > 1; ++i) {
      GpuChoice fewer = execution.gpus;
      fewer.numbers.erase(fewer.numbers.begin() + static_cast<std::ptrdiff_t>(i));
      add(execution.processor, fewer);
    }
    return out;
  }

 protected:
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    return set_processors(settings.execution, word);
  }
};

class Threads : public NumberSetting<&Settings::execution, &Execution::threads> {
 public:
  using NumberSetting::NumberSetting;
  ReadBy read_by() const override { return ReadBy::cpu; }
  /// A source that is not computed on the GPU is made on these threads.
  bool makes_sources() const override { return true; }
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    if (written == Written::all) return typed_option(*this, text(settings));  // `bench` varies it otherwise
    return NumberSetting::options(settings, context, written);
  }
  bool is_known_to(const Knobs& knobs) const override { return knobs.threads; }
  /// All cores, one thread, and a number that most rows do not divide by come across every path.
  std::vector<SettingAxis> axes(const TriedSettings& tried) const override {
    if (!any_of(tried.variants)) return {};
    std::vector<int> counts{0, 1, 3};
    if (tried.trying == Trying::fastest) {
      counts.clear();
      for (int count = 1; count < tried.cpu_threads; count *= 2) counts.push_back(count);
      counts.push_back(tried.cpu_threads);
    }
    SettingAxis out{.id = std::string(id()), .choices = {}};
    for (const int count : counts) {
      out.choices.push_back({.text = std::to_string(count),
                             .choose = [=](Execution& execution) { execution.threads = count; },
                             .usual = count == tried.cpu_threads,
                             .numbers = {static_cast<double>(count)}});
    }
    return {out};
  }
  void draw(Dice& dice, std::span<const Variant* const>, Execution& execution) const override {
    execution.threads = dice.one_of({0, 0, 1, 2, 3, 5, 16, 61});
  }
  void carry(const Execution& from, Execution& to) const override { to.threads = from.threads; }
  std::vector<Change> simpler(const Settings& now, const Workload&) const override {
    std::vector<Change> out;
    for (const int count : {0, 1, 2}) {
      if (now.execution.threads == count) break;
      out.push_back([=](Settings& settings) { settings.execution.threads = count; });
    }
    return out;
  }
  std::string in_words(const Settings& settings) const override {
    const int threads = settings.execution.threads;
    return threads == 0 ? "all threads" : plural(threads, "thread");
  }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = NumberSetting::rows(settings, context);
    const int cores = cpu_facts().threads;
    out.front().number.most = std::max(2 * cores, settings.execution.threads);
    out.front().number.zero = fmt::format("all ({})", cores);
    return out;
  }

 protected:
  std::string idle(const Settings& settings, const RowContext& context) const override {
    const bool known = std::ranges::any_of(variants_of(Processor::cpu, settings, context.workload),
                                           [&](const ChosenVariant& each) { return is_known_to(each.variant->knobs); });
    return known ? "" : "This variant runs on one thread.";
  }
};

class Memory : public IdSetting<&Settings::execution, &Execution::memory> {
 public:
  using IdSetting::IdSetting;
  std::string in_words(const Settings& settings) const override { return text(settings); }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = IdSetting::rows(settings, context);
    out.front().refusal = [devices = context.devices](const Settings& with) {
      const Execution& execution = with.execution;
      const bool alone = !shares_a_frame(execution) ||
                         (execution.processor == Processor::gpu && execution.gpus.all && devices.count() == 1);
      return refusal_of(execution.memory, devices.first(), alone);
    };
    return out;
  }

 protected:
  std::string idle(const Settings&, const RowContext& context) const override {
    return context.devices.first().why_not;
  }
  /// Tuning tries all kinds: the plan says which of them the device has.
  bool is_tried(MemoryKind kind, const TriedSettings& tried) const override {
    const auto& kinds = tried.variants.front()->knobs.memory_kinds;
    return tried.trying == Trying::fastest || std::ranges::find(kinds, kind) != kinds.end();
  }
};

class Binding : public IdSetting<&Settings::execution, &Execution::binding> {
 public:
  using IdSetting::IdSetting;
  bool is_tried_alone() const override { return true; }
  bool is_searched_unasked() const override { return false; }
  std::string refusal_here(const Settings& settings, const RowContext&) const override {
    return refusal_of(settings.execution.binding);
  }
  void draw(Dice& dice, std::span<const Variant* const> variants, Execution& execution) const override {
    if (can_be_bound(variants)) IdSetting::draw(dice, variants, execution);
  }

 private:
  bool is_tried(ThreadBinding binding, const TriedSettings& tried) const override {
    return binding == ThreadBinding::none || can_be_bound(tried.variants);
  }
  [[nodiscard]] static bool can_be_bound(std::span<const Variant* const> variants) {
    return std::ranges::none_of(variants, [](const Variant* each) { return each->knobs.threads_of_library; });
  }
};

/// It changes nothing of what is computed: verify, whose cases have processes of their own, and tune leave it as it is.
class Isolate : public IdSetting<&Settings::execution, &Execution::isolation> {
 public:
  using IdSetting::IdSetting;
  std::vector<SettingAxis> axes(const TriedSettings&) const override { return {}; }
  void draw(Dice&, std::span<const Variant* const>, Execution&) const override {}
  std::string in_words(const Settings& settings) const override {
    return settings.execution.isolation == Isolation::yes ? "in a worker" : "in this process";
  }
};

/// It changes nothing of what is computed, and counts with a machine elsewhere alone.
class Link : public IdSetting<&Settings::execution, &Execution::link> {
 public:
  using IdSetting::IdSetting;
  std::vector<SettingAxis> axes(const TriedSettings&) const override { return {}; }
  void draw(Dice&, std::span<const Variant* const>, Execution&) const override {}
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    return !uses_machines(settings.execution) ? std::vector<SettingRow>() : IdSetting::rows(settings, context);
  }
  /// Where all of a command is executed there, as a bench is, no frame is sent.
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    const bool counts = written == Written::changed && uses_machines(settings.execution);
    return counts ? IdSetting::options(settings, context, written) : std::string();
  }
  std::string in_words(const Settings& settings) const override {
    return fmt::format("values sent: {}", id_of(settings.execution.link));
  }
};

class StepsPerFrame : public OfSteps<NumberSetting<&Settings::execution, &Execution::steps_per_frame>> {
 public:
  using OfSteps::OfSteps;
  std::string in_words(const Settings& settings) const override {
    return fmt::format("{} per frame", plural(settings.execution.steps_per_frame, "step"));
  }
};

}  // namespace

std::span<const Setting* const> execution_schema() {
  constexpr int most_threads = 1024;
  static const ProcessorSetting processor(
      {"processor", "Processor", "--processor", "ID",
       "Who computes: cpu, gpu or split (both). With several GPUs gpu:0,1,\ngpu:all or split:cpu,gpu:0,1. Processors "
       "of another machine have\nits name after an @: gpu@server (see `heteroscope machines`). Named\ntogether with "
       "processors of this machine, they share the rows:\nsplit:cpu,gpu:0@server. If not given, it follows from the "
       "variants:\nvariants of one processor choose that one; variants of both, or\n--split, choose split",
       Control::buttons});
  static const Threads threads(
      {"threads", "CPU threads", "--threads", "N", "Number of CPU threads; 0: one on each core", Control::slider,
       "The number of CPU threads; 0: one on each core. Drag, or Ctrl+click to type."},
      0, most_threads);
  static constexpr std::string_view bindings[] = {
      "The system chooses where threads run.", "Each thread has a processor of its own, next to the one before.",
      "Each thread has a processor of its own, as far from the others as possible."};
  static const Binding binding(
      {.id = "binding",
       .label = "Bind threads",
       .option = "--bind",
       .value = "ID",
       .help = "Bind CPU threads to processors: none, close (neighbors first) or\nspread (as far apart as "
               "possible)",
       .control = Control::buttons,
       .meanings = bindings,
       .unsaid = true},
      ReadBy::cpu);
  static constexpr std::string_view memories[] = {
      "The GPU's own memory; rows that the CPU computes are copied there.",
      "Managed memory: pages move to the processor that uses them.",
      "Page-locked host memory, which the GPU reads and writes over the bus."};
  static const Memory memory({.id = "memory",
                              .label = "GPU memory",
                              .option = "--memory",
                              .value = "ID",
                              .help = "Where the GPU's result is stored: device, managed or pinned memory",
                              .control = Control::buttons,
                              .meanings = memories},
                             ReadBy::gpu);
  static constexpr std::string_view isolations[] = {
      "Variants run in this process, which is fastest to begin.",
      "Variants run in a process of their own: one that crashes or never ends takes nothing else with it."};
  static const Isolate isolate(
      {.id = "isolate",
       .label = "Isolate",
       .option = "--isolate",
       .value = "ID",
       .help = "Whether variants run in a process of their own (a worker), so that\none that crashes "
               "ends that process alone: no or yes",
       .control = Control::buttons,
       .meanings = isolations,
       .unsaid = true});
  static constexpr std::string_view forms[] = {"Values are packed if the link is slower than packing, as measured.",
                                               "Values are sent as they are.",
                                               "Values are packed (compressed without loss) before they are sent."};
  static const Link link({.id = "link",
                          .label = "Send values",
                          .option = "--link",
                          .value = "ID",
                          .help =
                              "How a machine elsewhere sends values: plain, packed (compressed\nwithout loss) or auto "
                              "(packed if the link is slower than packing)",
                          .control = Control::buttons,
                          .meanings = forms,
                          .unsaid = true});
  static const StepsPerFrame steps_per_frame({"steps_per_frame", "Steps per frame", {}, {}, {}}, 1,
                                             most_steps_per_frame);
  static const std::array<const Setting*, 12> all{
      &processor,       &variants_setting(), &threads, &binding, &tunables_setting(), &split_setting(), &memory,
      &block_setting(), &mapping_setting(),  &isolate, &link,    &steps_per_frame};
  return all;
}

}  // namespace heteroscope
