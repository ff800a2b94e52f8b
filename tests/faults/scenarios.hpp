#pragma once

#include <string>
#include <vector>

namespace heteroscope::faults {

/// A file that is left where a command fails.
struct Left {
  std::string name;
  bool json = true;  ///< all of it; else any bytes
};

/// A command, and what it writes.
struct Scenario {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> outputs;
  std::vector<int> codes;   ///< that are right
  bool every_call = false;  ///< else once for each place in the code
  bool window = false;      ///< needs a display, whose driver may say something; writes into the folder "session"
  int gpus = 1;             ///< that the machine has
  std::vector<Left> left{};
};

std::vector<Scenario> scenarios();

}  // namespace heteroscope::faults
