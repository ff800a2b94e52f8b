#include "app/options/own_files.hpp"
#include "app/options/settings_options.hpp"
#include "core/model/schema/schema.hpp"

/// The options by which settings are typed, as --help has them.
namespace heteroscope {

namespace {

void add_option(Command& command, const Setting& setting, SettingsOptions& options, const std::string& group) {
  if (!setting.has_option()) return;
  const SettingWords& words = setting.words();
  const std::string name(words.option);
  const std::string help(words.help);
  Option* const option = setting.is_repeatable() ? command.add_repeatable(name, options.words(setting.id()), help)
                                                 : command.add_option(name, options[setting.id()], help);
  option->type_name(std::string(words.value))->group(group);
  if (setting.id() == "variants") option->read_by(variant_word);
}

}  // namespace

void add_problem_options(Command& command, SettingsOptions& options) {
  command.add_option("WORKLOAD", options.workload, "What to compute: a workload that `heteroscope list` names");
  const std::string group = "Problem";
  command.add_option("--settings", options.settings_file, "Start from a saved .json, or a PNG that heteroscope wrote")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--scene", options.scene, "Start from one of the workload's scenes (named parameters)")
      ->type_name("ID")
      ->group(group);
  for (const Setting* each : problem_schema()) add_option(command, *each, options, group);
  command
      .add_option("--until", options.until,
                  "Instead of --steps: take as many steps as it needs to reach this\ntime of the simulation, "
                  "counted from 0")
      ->type_name("TIME")
      ->group(group);
  add_allow_unstable(command, options.allow_unstable, group);
}

void add_allow_unstable(Command& command, bool& allow, const std::string& group) {
  Option* option =
      command.add_flag("--allow-unstable", allow,
                       "Compute even if a parameter is beyond the stability limit that\n`heteroscope list` shows");
  if (!group.empty()) option->group(group);
}

void add_execution_options(Command& command, SettingsOptions& options) {
  for (const Setting* each : execution_schema()) add_option(command, *each, options, "Execution");
}

void add_look_options(Command& command, SettingsOptions& options) {
  for (const Setting* each : look_schema()) {
    if (each != &find_setting("samples")) add_option(command, *each, options, "Look");
  }
}

void add_samples_option(Command& command, SettingsOptions& options) {
  add_option(command, find_setting("samples"), options, "Look");
}

}  // namespace heteroscope
