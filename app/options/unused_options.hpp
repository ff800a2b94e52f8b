#pragma once

#include <span>

#include "app/options/settings_options.hpp"

namespace heteroscope {

/// Nothing that was typed is ignored in silence: each of these throws BadInput with one line for an option that would
/// change nothing.

/// Which processors take part.
struct Sides {
  bool cpu = true;
  bool gpu = true;
};

/// Refuses options that would have no effect: a source that an iteration does not start from, a size where a parameter
/// sets it, the size of a file.
void refuse_unused(const SettingsOptions& options, const Settings& settings);

/// Values of --set that change nothing in any of these settings, which are all of one workload: another parameter, the
/// steps or the variants leave them out. A parameter's initial value is taken everywhere.
void refuse_unused_parameters(const SettingsOptions& options, std::span<const Settings> all);

/// Variants, --split, --memory, --block, --mapping and --threads of a processor that takes no part.
void refuse_other_side(const SettingsOptions& options, const Workload& workload, Sides sides);
/// Variants alone.
void refuse_other_side(const std::vector<std::string>& variants, const Workload& workload, Sides sides);

/// For one computation by these settings: the same, a second variant of one stage and processor, and a block shape or a
/// mapping that none of the chosen GPU variants has.
void refuse_unused_execution(const SettingsOptions& options, const Settings& settings);

/// A second variant of one stage for this processor: only the last would count.
void refuse_second_variant(const SettingsOptions& options, const Workload& workload, Processor processor);

/// Colors, where `why` says that nothing is colored.
void refuse_look(const SettingsOptions& options, std::string_view why);

}  // namespace heteroscope
