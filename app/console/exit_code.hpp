#pragma once

namespace heteroscope {

/// The exit codes of the program.
enum ExitCode : int {
  exit_success = 0,
  exit_different = 1,  ///< `verify` found a mismatch or compared nothing of a file, `bench` ranks none of the files,
                       ///< `diff` found differences, `compare` a slower row or a cliff
  exit_bad_input = 2,  ///< one line on standard error names the thing and what would be right
  exit_device_failure = 3,  ///< a device call failed during execution, or a worker ended
  exit_stopped = 130,       ///< somebody asked for the end (Ctrl-C), and what was done until then is kept
};

}  // namespace heteroscope
