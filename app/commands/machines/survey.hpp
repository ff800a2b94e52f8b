#pragma once

#include <string>
#include <vector>

#include "core/link/machine_link.hpp"
#include "core/worker/run_messages.hpp"

namespace heteroscope {

/// What was found out about a machine.
struct SurveyedMachine {
  MachineAddress address;
  std::string trouble;  ///< one sentence where it cannot be used; else empty
  Hello hello;          ///< of its program
  LinkSpeed speed;
  std::vector<RunFacts> runs;  ///< that it keeps
  std::string noise;           ///< what was printed ahead of its greeting; empty: nothing
};

/// Asks the machines, all at the same time. Waits for the slowest.
std::vector<SurveyedMachine> survey(const std::vector<MachineAddress>& machines);

/// Returns the table of them, and a line below it for each that has something to say.
std::string survey_text(const std::vector<SurveyedMachine>& machines);

}  // namespace heteroscope
