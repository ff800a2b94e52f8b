#pragma once

#include <string>
#include <vector>

namespace heteroscope::faults {

/// A command, and what it writes.
struct Scenario {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> outputs;
  std::vector<int> codes;   ///< that are right
  bool every_call = false;  ///< else once for each place in the code
  bool window = false;      ///< needs a display, whose driver may say something; writes into the folder "session"
  int gpus = 1;             ///< that the machine has
  std::string left;         ///< a file that is left whole where it fails; empty: none
};

std::vector<Scenario> scenarios();

}  // namespace heteroscope::faults
