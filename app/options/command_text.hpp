#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// The command line's description of itself, from which man pages and completions are made.

struct OptionText {
  std::vector<std::string> names;  ///< "-h", "--help"; of words that no option takes, what stands for them: "FILE"
  std::string value;               ///< what stands for its value: "WxH"; empty: it is a flag
  std::string help;
  std::string group;        ///< the heading under which it stands
  bool words = false;       ///< it takes words that no option takes
  bool repeatable = false;  ///< more than one
};

struct CommandText {
  std::string name;
  std::string summary;
  std::vector<OptionText> options;
  std::string footer;  ///< further sections, each below a line that ends in a colon
  std::vector<CommandText> commands;
};

}  // namespace heteroscope
