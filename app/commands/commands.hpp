#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace heteroscope {

/// Runs the chosen command and returns the exit code. Throws BadInput and DeviceError.
using Action = std::function<int()>;

/// Each adds its subcommand and sets `action` when the command line chose it.
void add_list_command(CLI::App& program, Action& action);
void add_render_command(CLI::App& program, Action& action);
void add_verify_command(CLI::App& program, Action& action);
void add_bench_command(CLI::App& program, Action& action);
void add_study_command(CLI::App& program, Action& action);
void add_diff_command(CLI::App& program, Action& action);

}  // namespace heteroscope
