#pragma once

namespace heteroscope {

/// What the program answers to its caller.
enum ExitCode : int {
  exit_success = 0,
  exit_different = 1,       ///< `verify` found a mismatch, `diff` found differences
  exit_bad_input = 2,       ///< one line on standard error names the thing and what would be right
  exit_device_failure = 3,  ///< a device call failed during execution
  exit_stopped = 130,       ///< somebody asked for the end (Ctrl-C), and what was done until then is kept
};

/// The whole program: reads the command line, runs the command or the window, returns an ExitCode. Whatever goes wrong
/// is one line on standard error that begins with "heteroscope: ".
int run_program(int argc, char** argv);

}  // namespace heteroscope
