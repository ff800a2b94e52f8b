#include <array>

#include "core/io/json/json_section.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"

/// How the result is computed: none of these settings changes its bits.
namespace heteroscope {

namespace {

using nlohmann::ordered_json;

class ProcessorSetting : public WordSetting {
 public:
  using WordSetting::WordSetting;
  std::string text(const Settings& settings) const override { return processors_text(settings.execution); }
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    return typed_option(*this, text(settings));
  }
  bool is_varied_by_bench() const override { return true; }

 protected:
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    return set_processors(settings.execution, word);
  }
  std::string known(const SettingContext&) const override { return std::string(known_processors); }
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
};

class StepsPerFrame : public NumberSetting<&Settings::execution, &Execution::steps_per_frame> {
 public:
  using NumberSetting::NumberSetting;
  void save(const Settings& settings, const SettingContext& context, ordered_json& to) const override {
    if (context.workload != nullptr && context.workload->iterates()) NumberSetting::save(settings, context, to);
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    if (!context.workload->iterates() && from.find(id()) != nullptr)
      throw from.fail(id(), std::string(context.workload->id) + " takes no steps");
    NumberSetting::load(from, context, settings);
  }
};

}  // namespace

std::span<const Setting* const> execution_schema() {
  constexpr int most_threads = 1024;
  static const ProcessorSetting processor(
      {.id = "processor",
       .label = "Processor",
       .option = "--processor",
       .value = "ID",
       .help = "cpu, gpu or split; of several GPUs gpu:0,1, gpu:all or\nsplit:cpu,gpu:0,1. Without it, naming "
               "variants of one\nprocessor chooses that one, naming both or --split: split"});
  static const Threads threads({.id = "threads",
                                .label = "CPU threads",
                                .option = "--threads",
                                .value = "N",
                                .help = "CPU threads, 0 for one on each core"},
                               0, most_threads);
  static const IdSetting<&Settings::execution, &Execution::memory> memory(
      {.id = "memory",
       .label = "GPU memory",
       .option = "--memory",
       .value = "ID",
       .help = "Where the GPU's result lives: device, managed or pinned"},
      ReadBy::gpu);
  static const StepsPerFrame steps_per_frame(
      {.id = "steps_per_frame", .label = "Steps a frame", .option = {}, .value = {}, .help = {}}, 1,
      most_steps_per_frame);
  static const std::array<const Setting*, 9> all{&processor,          &variants_setting(), &threads,
                                                 &tunables_setting(), &split_setting(),    &memory,
                                                 &block_setting(),    &mapping_setting(),  &steps_per_frame};
  return all;
}

}  // namespace heteroscope
