#pragma once

namespace heteroscope {

/// The whole program: reads the command line, runs the command or the window, returns an ExitCode
/// (app/console/exit_code.hpp). Whatever goes wrong is one line on standard error that begins with "heteroscope: ".
int run_program(int argc, char** argv);

}  // namespace heteroscope
