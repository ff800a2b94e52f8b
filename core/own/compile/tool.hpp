#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace heteroscope {

/// The exit status of a tool, and what it said.
struct ToolResult {
  int status = 0;    ///< as waitpid() has it; 0: all went well
  std::string said;  ///< on both outputs, the first part of what is very long
  bool took_too_long = false;
};

/// Runs a program of the system (a compiler) and waits for it: without a shell, in English, with its temporary files in
/// `folder`. It ends after a minute at the latest, and with this process, however that ends, and so do those that it
/// starts. `words`: the program's path and its arguments. Throws BadInput where it cannot be started.
ToolResult run_tool(const std::filesystem::path& folder, std::vector<std::string> words);

}  // namespace heteroscope
