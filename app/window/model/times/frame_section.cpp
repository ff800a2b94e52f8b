#include "app/window/model/times/frame_section.hpp"

#include <fmt/format.h>

#include "app/text/format.hpp"
#include "app/window/model/times/clock.hpp"
#include "core/model/parameter.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {

namespace {

void forget_view(Values& values, const Workload& workload) {
  if (!workload.navigation) return;
  for (const std::string_view id : {workload.navigation->center_x, workload.navigation->center_y,
                                    workload.navigation->span, workload.navigation->rotation}) {
    if (const auto found = values.find(id); found != values.end()) values.erase(found);
  }
}

/// Choices for a processor that computes nothing become the workload's own: they make no time longer or shorter.
void forget_idle(Execution& execution, const Workload& workload) {
  const Execution usual = default_settings(workload).execution;
  for (auto& [stage, choice] : execution.variants) {
    const auto own = usual.variants.find(stage);
    if (own == usual.variants.end()) continue;
    if (execution.processor == Processor::cpu) choice.gpu = own->second.gpu;
    if (execution.processor == Processor::gpu) choice.cpu = own->second.cpu;
  }
  if (!shares_a_frame(execution)) execution.sharing = usual.sharing;
  if (execution.processor != Processor::cpu) return;
  execution.gpus = usual.gpus;
  execution.memory = usual.memory;
  execution.block = usual.block;
  execution.mapping = usual.mapping;
}

/// Words with commas between them.
class Words {
 public:
  void add(bool changed, const std::string& word) {
    if (changed && !word.empty()) text_ += (text_.empty() ? "" : ", ") + word;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_variants(Words& words, const Settings& before, const Settings& now) {
  const Processor processor = now.execution.processor;
  const bool all = before.execution.processor != processor;
  for (const auto& [stage, choice] : now.execution.variants) {
    const auto found = before.execution.variants.find(stage);
    const StageChoice was = found == before.execution.variants.end() ? StageChoice{} : found->second;
    words.add(processor != Processor::cpu && (all || was.gpu != choice.gpu), choice.gpu);
    words.add(processor != Processor::gpu && (all || was.cpu != choice.cpu), choice.cpu);
  }
}

/// Returns "Vectors, bits 0: automatic".
std::string tunable_words(const Workload& workload, const std::string& id, int value) {
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& each : stage.variants) {
      if (const Tunable* const of = each.variant->knobs.find_tunable(id))
        return fmt::format("{} {}", of->label, of->text(value));
    }
  }
  return fmt::format("{} {}", id, value);
}

/// A value that is chosen no longer is the variant's own again.
void add_tunables(Words& words, const TunableChoice& before, const TunableChoice& now, const Workload& of) {
  for (const auto& [id, value] : now) {
    const auto was = before.find(id);
    words.add(was == before.end() || was->second != value, tunable_words(of, id, value));
  }
  for (const auto& [id, value] : before) words.add(!now.contains(id), fmt::format("default {}", id));
}

/// Adds the values that are new, each with its label: "Max iterations 1000", "Julia set off".
void add_values(Words& words, const Values& before, const Values& now, const Workload& of) {
  for (const auto& [id, value] : now) {
    const auto was = before.find(id);
    const Parameter* const parameter = of.find_parameter(id);
    if (parameter == nullptr || (was != before.end() && was->second == value)) continue;
    if (parameter->kind == ParameterKind::boolean) {
      words.add(true, fmt::format("{} {}", parameter->label, static_cast<double>(value) != 0 ? "on" : "off"));
      continue;
    }
    constexpr int digits = 4;
    const bool named = parameter->kind == ParameterKind::choice;
    const std::string text = named               ? value_text(*parameter, value)
                             : value.is_double() ? format_short(value, digits)
                                                 : value.decimal().short_text(digits);
    words.add(true, fmt::format("{} {}", parameter->label, text));
  }
}

}  // namespace

Settings what_times_belong_to(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Settings out = without_time(settings, workload);
  forget_view(out.problem.parameters, workload);
  if (const Workload* source = find_source_workload(catalog, out.problem.source.id))
    forget_view(out.problem.source.values, *source);
  out.problem.steps = 0;
  out.problem.strokes.clear();
  out.execution.shares = Execution().shares;
  forget_idle(out.execution, workload);
  out.look = {};
  return out;
}

FrameWay way_of(const Plan& plan, Catalog catalog) {
  return {.settings = what_times_belong_to(plan.settings, catalog), .own = own_variants_of(plan)};
}

std::string save_text(const Variant& save, bool beside_others, const SaveNumbers& numbers) {
  const auto number = numbers.find(&save);
  const std::string which = number == numbers.end() ? "another save" : fmt::format("save {}", number->second);
  return beside_others ? fmt::format("{} of {}", which, save.own_id) : which;
}

std::string saves_text(const std::vector<const Variant*>& saves, const SaveNumbers& numbers) {
  Words words;
  for (const Variant* const each : saves)
    words.add(numbers.contains(each), save_text(*each, saves.size() > 1, numbers));
  return words.text();
}

std::string change_text(const Settings& before, const Settings& now, Catalog catalog) {
  Words words;
  if (before.problem.workload != now.problem.workload) return now.problem.workload;
  add_variants(words, before, now);
  words.add(before.execution.sharing != now.execution.sharing, std::string(id_of(now.execution.sharing)));
  for (const auto part : {problem_schema(), execution_schema()}) {
    for (const Setting* each : part) words.add(each->text(before) != each->text(now), each->in_words(now));
  }
  add_tunables(words, before.execution.tunables, now.execution.tunables, find_workload(catalog, now.problem.workload));
  words.add(before.problem.source.id != now.problem.source.id || before.problem.source.file != now.problem.source.file,
            now.problem.source.id);
  add_values(words, before.problem.parameters, now.problem.parameters, find_workload(catalog, now.problem.workload));
  if (const Workload* source = find_source_workload(catalog, now.problem.source.id))
    add_values(words, before.problem.source.values, now.problem.source.values, *source);
  if (!words.text().empty()) return words.text();
  const std::string processors = processors_text(now.execution);
  return processors_text(before.execution) != processors ? processors : "other settings";
}

}  // namespace heteroscope
