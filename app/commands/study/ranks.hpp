#pragma once

#include <optional>
#include <string>

#include "app/options/command_line.hpp"

namespace heteroscope {

/// What `study ranks` is told beside the number of ranks, as it was typed.
struct RanksStudyOptions {
  std::optional<std::string> costs, latency, service, network, file, finer, larger;
  bool operator==(const RanksStudyOptions&) const = default;
};

void add_ranks_study_options(Command& command, RanksStudyOptions& options);

/// How the time of a poster depends on the number of ranks, simulated from what its pieces took; as one of several
/// ranks, what letters take, measured. Returns the exit code.
int study_ranks(const RanksStudyOptions& options, const std::optional<std::string>& csv);

}  // namespace heteroscope
