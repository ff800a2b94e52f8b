#include "app/window/features/execution/word_rows.hpp"

#include <string>
#include <vector>

#include "app/window/widgets/widgets.hpp"
#include "core/model/schema/schema.hpp"

namespace heteroscope {

namespace {

void word_row(const Ui& ui, const Setting& setting, Settings& settings, const Workload& workload) {
  const bool of_gpu = setting.read_by() == ReadBy::gpu;
  const Processor processor = settings.execution.processor;
  const bool read = setting.read_by() == ReadBy::all || processor != (of_gpu ? Processor::cpu : Processor::gpu);
  row(ui, std::string(setting.words().label).c_str(), wide_label, !read);
  const std::vector<std::string_view> words = setting.offered();
  const std::string now = setting.text(settings);
  std::vector<Segment> segments;
  int chosen = -1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    Settings with = settings;
    const std::string word(words[i]);
    setting.take({&word, 1}, {.catalog = {}, .workload = &workload}, with);
    std::string refusal = setting.refusal_here(with.execution);
    if (!read) refusal = of_gpu ? "The GPU takes no part." : "The CPU takes no part.";
    segments.push_back(
        {words[i].data(), of_gpu ? ui.theme().gpu : ui.theme().cpu, refusal, setting.words().meanings[i]});
    if (words[i] == now) chosen = static_cast<int>(i);
  }
  if (!segmented(ui, std::string(setting.id()).c_str(), chosen, segments)) return;
  const std::string word(words[static_cast<std::size_t>(chosen)]);
  setting.take({&word, 1}, {.catalog = {}, .workload = &workload}, settings);
}

}  // namespace

void word_rows(const Ui& ui, Settings& settings, const Workload& workload) {
  for (const Setting* each : execution_schema()) {
    if (!each->words().meanings.empty()) word_row(ui, *each, settings, workload);
  }
}

}  // namespace heteroscope
