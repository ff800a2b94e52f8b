#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace heteroscope {

/// The exit status of a tool, and what it said.
struct ToolResult {
  int status = 0;     ///< as waitpid() has it; 0: all went well
  std::string said;   ///< on both outputs, the first part of what is very long
  std::string limit;  ///< that ended it: "used more than 4 GiB of memory"; empty: none did
};

/// What a tool may take, and each program that it starts.
struct ToolLimits {
  std::size_t memory_bytes = std::size_t{4} << 30;  ///< of address space; no more than the machine has
  std::size_t file_bytes = std::size_t{1} << 30;    ///< of each file that it writes
  int processor_s = 60;
  int whole_s = 120;  ///< from its start on, for all of them
};

/// Runs a program of the system (a compiler) and waits for it: without a shell, in English, with its temporary files in
/// `folder`. It ends with what a limit ends, and with this process, however that ends, and so do those that it starts.
/// `words`: the program's path and its arguments. Throws BadInput where it cannot be started.
ToolResult run_tool(const std::filesystem::path& folder, std::vector<std::string> words, ToolLimits limits = {});

}  // namespace heteroscope
