#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/options/command_line.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The options that choose settings, as they were typed; what was not given is empty.
struct SettingsOptions {
  std::optional<std::string> workload, settings_file, source, scene, size, precision, steps, until;
  std::vector<std::string> set, strokes;
  std::optional<std::string> processor, split, memory, block, mapping, threads;
  std::vector<std::string> variants, tunables;
  std::optional<std::string> palette, scale, range, samples;
  bool allow_unstable = false;
  bool operator==(const SettingsOptions&) const = default;
};

/// WORKLOAD, --settings, --source, --scene, --set, --size, --precision, --steps, --until: what is computed.
void add_problem_options(Command& command, SettingsOptions& options);
/// --allow-unstable, in a group of the help or among those that are in none.
void add_allow_unstable(Command& command, bool& allow, const std::string& group = {});
/// --processor, --split, --variant, --memory, --block, --mapping, --threads, --tunable: how it is computed.
void add_execution_options(Command& command, SettingsOptions& options);
/// --palette, --scale, --range: how it is colored.
void add_look_options(Command& command, SettingsOptions& options);
/// --samples: of single pictures.
void add_samples_option(Command& command, SettingsOptions& options);

/// The workload's defaults or the saved settings, changed by every option that was given. Throws BadInput.
Settings make_settings(const SettingsOptions& options, Catalog catalog);
/// Settings changed by every option that was given, but for WORKLOAD and --settings. Throws BadInput.
Settings change_settings(Settings settings, const SettingsOptions& options, Catalog catalog);
/// Only what add_problem_options() adds.
Settings make_problem(const SettingsOptions& options, Catalog catalog);

/// --until: the fewest steps after which the problem's time is reached, with these parameters. Throws BadInput.
std::int64_t steps_until(const std::string& text, const Problem& problem, const Workload& workload);

/// The value with this id. Throws BadInput with the known ids.
template <class E>
E parse_id(std::string_view option, std::string_view text);

/// A number between `minimum` and `maximum`. Throws BadInput that names the option and the range.
double parse_real(std::string_view option, const std::string& text, double minimum, double maximum);
int parse_integer(std::string_view option, const std::string& text, int minimum, int maximum);
std::int64_t parse_whole(std::string_view option, const std::string& text, std::int64_t minimum, std::int64_t maximum);
/// "90", "90s", "10m", "1h" in seconds. Throws BadInput that names the option.
double parse_duration(std::string_view option, const std::string& text);
/// --processor: who computes, as set_processors() takes it; with `execution` it is set there. Throws BadInput.
Processor parse_processors(const std::string& text);
Processor parse_processors(const std::string& text, Execution& execution);
/// --split, as set_split() takes it. Throws BadInput.
void parse_split(const std::string& text, Execution& execution);
/// 0 to 1024. Throws BadInput.
int parse_threads_option(const std::string& text);
const Scene& find_scene(const Workload& workload, std::string_view id);
/// The values that KEY=VALUE words set; "source.KEY" is one of the source workload's. Throws BadInput, with the known
/// keys, for an unknown one.
void set_parameters(Settings& settings, Catalog catalog, const std::vector<std::string>& words);
/// Of two KEY=VALUE words for one key only one would count: throws BadInput. `option`: that they were given with.
void refuse_repeated(std::string_view option, const std::vector<std::string>& words);
/// The processor for which a variant named as "id" or "stage=id" is written. Throws BadInput with the known ids.
Processor processor_of(const Workload& workload, const std::string& text);

}  // namespace heteroscope
