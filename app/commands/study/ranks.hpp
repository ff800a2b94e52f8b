#pragma once

#include <optional>
#include <string>

#include "app/options/command_line.hpp"

namespace heteroscope {

/// The options of `study ranks` beside the number of ranks, as they were typed.
struct RanksStudyOptions {
  std::optional<std::string> costs, latency, service, network, file, finer, larger;
  bool operator==(const RanksStudyOptions&) const = default;
};

void add_ranks_study_options(Command& command, RanksStudyOptions& options);

/// Simulates how the time of a poster depends on the number of ranks, from what its pieces took; as one of several
/// ranks it measures what messages take. Returns the exit code.
int study_ranks(const RanksStudyOptions& options, const std::optional<std::string>& csv);

}  // namespace heteroscope
