#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/worker/run_messages.hpp"

namespace heteroscope {

/// Returns a line about each of the runs that a machine keeps, with the command that brings it.
std::string runs_text(const std::string& machine, const std::vector<RunFacts>& runs);

/// Brings what a run prints and writes, once it has ended, and returns its exit code: the run of that name, or the only
/// one. Its files come into the present folder, under their own names. Throws BadInput where there is no such run, one
/// of its files is here already, and where the machine cannot be reached.
int fetch_run(const std::string& machine, const std::optional<std::string>& run);

}  // namespace heteroscope
