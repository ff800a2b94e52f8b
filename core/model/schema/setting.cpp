#include "core/model/schema/setting.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/model/settings/processors.hpp"

namespace heteroscope {

std::string typed_option(const Setting& setting, const std::string& word) {
  return fmt::format(" {} {}", setting.words().option, word);
}

std::string Setting::refusal(const std::string&, const std::vector<ChosenVariant>&) const {
  return {};
}

std::string PlainSetting::usual_text(const Settings&, const SettingContext& context) const {
  return text(default_settings(*context.workload));
}

std::string PlainSetting::options(const Settings& settings, const SettingContext& context, Written written) const {
  if (!has_option() || text(settings) == usual_text(settings, context)) return {};
  if (written == Written::all) return typed_option(*this, text(settings));
  const bool computes = read_by() == ReadBy::all ||
                        computes_on(settings.execution, read_by() == ReadBy::cpu ? Processor::cpu : Processor::gpu);
  const bool known = any_knows(computing_variants(settings, *context.workload),
                               [&](const Knobs& knobs) { return is_known_to(knobs); });
  return computes && known ? typed_option(*this, text(settings)) : std::string();
}

std::string PlainSetting::in_words(const Settings& settings) const {
  return fmt::format("{} {}", id(), text(settings));
}

std::string PlainSetting::idle(const Settings& settings, const RowContext&) const {
  const Execution& execution = settings.execution;
  if (read_by() == ReadBy::cpu && !computes_on(execution, Processor::cpu)) return "The CPU is not used.";
  if (read_by() == ReadBy::gpu && !computes_on(execution, Processor::gpu)) return "The GPU is not used.";
  return {};
}

SettingRow PlainSetting::row_of(const Settings& settings, const RowContext& context) const {
  SettingRow out;
  out.id = id();
  out.label = words().label;
  out.control = words().control;
  out.read_by = read_by();
  out.help = words().about;
  out.idle = idle(settings, context);
  out.shown = text(settings);
  return out;
}

void PlainSetting::save(const Settings& settings, const SettingContext&, nlohmann::ordered_json& to) const {
  if (!goes_unsaid(settings)) to[std::string(id())] = text(settings);
}

}  // namespace heteroscope
