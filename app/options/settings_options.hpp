#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/options/command_line.hpp"
#include "core/base/typed_number.hpp"
#include "core/model/schema/keyed_words.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The options that choose settings, as they were typed.
class SettingsOptions {
 public:
  SettingsOptions();

  std::optional<std::string> workload, settings_file, scene, until;  ///< empty: not given
  bool allow_unstable = false;

  /// The word that was typed for the setting with this id; empty if the option was not given.
  std::optional<std::string>& operator[](std::string_view setting) { return single_.find(setting)->second; }
  const std::optional<std::string>& operator[](std::string_view setting) const { return single_.find(setting)->second; }
  /// The words of a setting whose option can be repeated.
  std::vector<std::string>& words(std::string_view setting) { return repeated_.find(setting)->second; }
  const std::vector<std::string>& words(std::string_view setting) const { return repeated_.find(setting)->second; }
  /// Whatever of the two the setting is.
  std::vector<std::string> all_of(std::string_view setting) const;

  bool operator==(const SettingsOptions&) const = default;

 private:
  std::map<std::string, std::optional<std::string>, std::less<>> single_;
  std::map<std::string, std::vector<std::string>, std::less<>> repeated_;
};

/// WORKLOAD, --settings, --scene, --until, --allow-unstable and the options of problem_schema(): what is computed.
void add_problem_options(Command& command, SettingsOptions& options);
/// --allow-unstable, in a group of the help or among those that are in none.
void add_allow_unstable(Command& command, bool& allow, const std::string& group = {});
/// Those of execution_schema(): how it is computed.
void add_execution_options(Command& command, SettingsOptions& options);
/// Those of look_schema(), but for --samples: how it is colored.
void add_look_options(Command& command, SettingsOptions& options);
/// --samples: of single pictures.
void add_samples_option(Command& command, SettingsOptions& options);

/// The workload's defaults or the saved settings, changed by every option that was given. Throws BadInput.
Settings make_settings(const SettingsOptions& options);
/// Settings changed by every option that was given, but for WORKLOAD and --settings. Throws BadInput.
Settings change_settings(Settings settings, const SettingsOptions& options);
/// Only what add_problem_options() adds.
Settings make_problem(const SettingsOptions& options);

/// --until: the fewest steps after which the problem's time is reached, with these parameters. Throws BadInput.
std::int64_t steps_until(const std::string& text, const Problem& problem, const Workload& workload);

/// The value with this id. Throws BadInput with the known ids.
template <class E>
E parse_id(std::string_view option, std::string_view text);

/// --processor: who computes, as set_processors() takes it; with `execution` it is set there. Throws BadInput.
Processor parse_processors(const std::string& text);
Processor parse_processors(const std::string& text, Execution& execution);

}  // namespace heteroscope
